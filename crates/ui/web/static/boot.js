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

// Texts by key in the browser's database.
const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open('hexarium', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('texts');
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
async function change(database, changes) {
  const transaction = database.transaction('texts', 'readwrite');
  const texts = transaction.objectStore('texts');
  for (const [key, text] of changes) text === null ? texts.delete(key) : texts.put(text, key);
  transaction.commit?.();
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}
// A reload may interrupt a transaction, so changes under way are also in the storage of this tab.
const JOURNAL = 'hexarium.journal';
let underWay = [];
try { underWay = JSON.parse(sessionStorage.getItem(JOURNAL)) ?? []; } catch { /* Nothing was interrupted. */ }
function keep(changes) {
  underWay = changes;
  try {
    changes.length ? sessionStorage.setItem(JOURNAL, JSON.stringify(changes)) : sessionStorage.removeItem(JOURNAL);
  } catch { /* The database alone has to do. */ }
}
// Transactions are completed in the order of their calls, so the first changes are written.
async function carryOut(database, changes) {
  try { await change(await database, changes); } finally { keep(underWay.slice(changes.length)); }
}
const interrupted = underWay;
const database = (async () => {
  if (interrupted.length) await carryOut(opened, interrupted).catch(() => { /* There is no room. */ });
  return opened;
})();
database.catch(() => { /* Without it games last as long as the page. */ });
const result = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
window.hexariumTexts = {
  async read(prefix) {
    const texts = (await database).transaction('texts').objectStore('texts');
    const range = IDBKeyRange.bound(prefix, prefix + '\uffff');
    const [keys, values] = await Promise.all([result(texts.getAllKeys(range)), result(texts.getAll(range))]);
    return keys.map((key, i) => [key, values[i]]);
  },
  async write(changes) {
    keep([...underWay, ...changes]);
    await carryOut(database, changes);
  },
};

// Requests a lock of which the tabs of this browser hold one at a time. Returns a function that
// gives it up, or nothing in browsers without locks. A page that is left gives it up as well,
// because browsers may keep it in memory; when they show it again, it starts anew.
window.hexariumLock = (name, granted) => {
  if (!navigator.locks) return;
  const request = new AbortController();
  let release;
  const held = new Promise(resolve => { release = resolve; });
  const giveUp = () => { removeEventListener('pagehide', giveUp); request.abort(); release(); };
  addEventListener('pagehide', giveUp);
  navigator.locks.request(name, { signal: request.signal }, () => { granted(); return held; })
    .catch(() => { /* It was given up before it was granted. */ });
  return giveUp;
};
addEventListener('pageshow', event => { if (event.persisted) location.reload(); });

// Short sounds, made of tones: wave, start and end frequency, delay, length, volume. Browsers allow
// them only after a user gesture. Making the context takes long, so it is prepared before the first
// sound; it is suspended between sounds, because a running one wakes the processor all the time.
const SOUNDS = {
  place: [['sine', 300, 180, 0, .09, .25], ['triangle', 900, 500, 0, .03, .08]],
  slide: [['triangle', 240, 330, 0, .12, .1]],
  push: [['sine', 170, 110, 0, .12, .25], ['sine', 150, 90, .08, .12, .2]],
  capture: [['triangle', 520, 180, 0, .16, .15]],
  bonus: [['sine', 660, 660, 0, .12, .1], ['sine', 880, 880, .09, .12, .1], ['sine', 1320, 1320, .18, .25, .1]],
  turn: [['sine', 660, 660, 0, .3, .12]],
  win: [['triangle', 523, 523, 0, .18, .14], ['triangle', 659, 659, .14, .18, .14], ['triangle', 784, 784, .28, .5, .14]],
  draw: [['sine', 523, 523, 0, .25, .12], ['sine', 440, 440, .22, .4, .12]],
  lose: [['sine', 392, 392, 0, .25, .14], ['sine', 330, 311, .22, .5, .14]],
};
const LONGEST_SOUND = 1000; // milliseconds
let sound, suspension;
function suspendSoundLater() {
  clearTimeout(suspension);
  suspension = setTimeout(() => sound.suspend().catch(() => { /* It is closed. */ }), LONGEST_SOUND);
}
window.hexariumPrepareSound = () => {
  if (sound || !navigator.userActivation?.hasBeenActive || !window.AudioContext) return;
  try { sound = new AudioContext(); suspendSoundLater(); } catch { /* The game works without sound. */ }
};
window.hexariumSound = name => {
  hexariumPrepareSound();
  if (!sound) return;
  try {
    sound.resume().catch(() => { /* It is not allowed yet. */ });
    suspendSoundLater();
    for (const [wave, from, to, delay, length, loud] of SOUNDS[name] ?? []) {
      const tone = sound.createOscillator(), volume = sound.createGain(), start = sound.currentTime + delay;
      tone.type = wave;
      tone.frequency.setValueAtTime(from, start);
      tone.frequency.linearRampToValueAtTime(to, start + length);
      volume.gain.setValueAtTime(loud, start);
      volume.gain.exponentialRampToValueAtTime(.001, start + length);
      tone.connect(volume).connect(sound.destination);
      tone.start(start);
      tone.stop(start + length);
    }
    document.documentElement.dataset.sound = name;
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
