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

// The rules by which pieces move. A sheet of its own, because the server's policy allows no styles inside the page.
// Browsers that are too old for it show where the pieces arrive, at once.
const motion = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : null;
if (motion) document.adoptedStyleSheets = [motion];
window.hexariumMotion = rules => motion?.replaceSync(rules);

// A short sound when it is the player's turn. Browsers allow none before the page was touched.
let sound;
window.hexariumChime = () => {
  if (!navigator.userActivation?.hasBeenActive || !window.AudioContext) return;
  try {
    sound ??= new AudioContext();
    const tone = sound.createOscillator(), volume = sound.createGain(), now = sound.currentTime;
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.3);
    tone.connect(volume).connect(sound.destination);
    tone.start(now);
    tone.stop(now + 0.3);
  } catch { /* A machine without a voice is no reason to stop the game. */ }
};

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
