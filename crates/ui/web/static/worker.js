// The engine: the same module as the page, on a thread of its own.
import init, { run_worker } from './app.js';
await init({ module_or_path: './app_bg.wasm' });
run_worker();
