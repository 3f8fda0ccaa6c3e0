// Starts the app, or shows why it cannot start.
const boot = document.getElementById('boot');

function fail(reason) {
  const note = document.createElement('p');
  note.className = 'boot-note';
  note.textContent = `Hexarium cannot start: ${reason}`;
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.onclick = () => location.reload();
  boot.replaceChildren(note, again);
  if (!boot.isConnected) document.body.replaceChildren(boot);
}
window.hexariumFail = fail;

// The key frames of animations. They are in a separate style sheet, because the content security
// policy allows no inline styles. Browsers without adoptedStyleSheets show the result at once.
const motion = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : null;
if (motion) document.adoptedStyleSheets = [motion];
window.hexariumMotion = rules => motion?.replaceSync(rules);

// Plays a short sound for the player's turn. Browsers allow it only after a user gesture.
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
  } catch { /* The game works without sound. */ }
};

if (typeof WebAssembly !== 'object') {
  fail('this browser does not support WebAssembly. Use a newer one.');
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
  navigator.serviceWorker.register('./sw.js').catch(() => { /* Without it the app works online only. */ });
}
