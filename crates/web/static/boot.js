// Starts the app, and says so plainly where it cannot.
const boot = document.getElementById('boot');

function fail(reason) {
  const note = document.createElement('p');
  note.className = 'boot-note';
  note.textContent = `Hexarium could not start here: ${reason}`;
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.onclick = () => location.reload();
  boot.replaceChildren(note, again);
  if (!boot.isConnected) document.body.replaceChildren(boot);
}
window.hexariumFail = fail;

if (typeof WebAssembly !== 'object') {
  fail('this browser has no WebAssembly. A newer one will do.');
} else {
  try {
    const app = await import('./app.js');
    await app.default({ module_or_path: './app_bg.wasm' });
    app.run_page();
    boot.remove();
  } catch (error) {
    fail(error.message ?? String(error));
  }
}

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('./sw.js').catch(() => { /* Then it works online only. */ });
}
