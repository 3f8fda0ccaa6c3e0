// The engine worker: the same module as the page, on its own thread.
import init, { run_worker } from './app.js';
await init({ module_or_path: './app_bg.wasm' });
run_worker();
