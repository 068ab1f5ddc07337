// Says honestly that there is no connection, instead of the browser's own page. It keeps that one page and nothing
// else: pages, prices, answers and films always come from the shop.
// The digest of these files: browsers fetch them again only when this file changes.
const KEPT = 'offline-bd1b5267'
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.css', '/offline.js']

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== KEPT))
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))))
  self.clients.claim()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const isPage = request.mode === 'navigate' && request.method === 'GET'
  const { origin, pathname } = new URL(request.url)
  const isKept = origin === self.location.origin && FILES.includes(pathname)
  if (!isPage && !isKept) return
  const kept = () => caches.match(isPage ? PAGE : pathname, { cacheName: KEPT })
  event.respondWith(fetch(request).catch(async (failure) => (await kept()) ?? Promise.reject(failure)))
})
