// The engine worker: the engines on their own thread.
import init from './engine.js';
await init({ module_or_path: './engine_bg.wasm' });
