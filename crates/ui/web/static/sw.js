// Caches the whole app, so that it works offline after the first visit. `cargo xtask site` fills in
// the two lines below.
const VERSION = '@VERSION@';
const FILES = ['@FILES@'];

self.addEventListener('install', event => {
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  const old = names => names.filter(name => name !== VERSION).map(name => caches.delete(name));
  event.waitUntil(caches.keys().then(names => Promise.all(old(names))).then(() => self.clients.claim()));
});

// Responses of the server, which are never cached.
const LIVE = ['api', 'ws', 'metrics', 'healthz'];
const isLive = url => LIVE.includes(url.pathname.slice(new URL('./', location).pathname.length).split('/')[0]);

// Network first, so that a new version is used at once; the cache is the fallback when offline.
self.addEventListener('fetch', event => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || isLive(url)) return;
  const kept = () => caches.match(event.request, { ignoreSearch: true });
  event.respondWith(fetch(event.request).catch(() => kept().then(found => found ?? Response.error())));
});
