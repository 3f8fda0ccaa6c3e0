// The engine: the same module as the page, on a thread of its own.
import init, { run_worker } from './app.js';

// What is asked while the module is still being made ready waits for it; the browser would drop it.
const early = [];
self.onmessage = event => early.push(event.data);
await init({ module_or_path: './app_bg.wasm' });
run_worker();
for (const data of early) self.onmessage(new MessageEvent('message', { data }));
