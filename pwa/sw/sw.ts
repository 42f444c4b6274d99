import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { defined } from '#contract/lib/defined.ts'
import { PICTURES_MAX } from '#contract/shared/limits.ts'
import { SHARE_PATH } from '#contract/site/share-target.ts'
import { storeShared } from '#pwa/lib/shared-content.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'
import { isPicture, isPictureAnswer, isShellNavigation } from './fetch-rules.ts'
import { firstFrame } from './first-frame.ts'
import { listenForPushes } from './push.ts'
import { ticketIn, withTicket } from './ticket/page.ts'

declare const self: ServiceWorkerGlobalScope

const DAY_S = 24 * 60 * 60

// The home page is no precached file, but a page like the others.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '' })
cleanupOutdatedCaches()

const shell = createHandlerBoundToURL('/index.html')
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && ticketIn(url.pathname) !== null,
  async (options) =>
    withTicket(await shell(options), defined(ticketIn(options.url.pathname), 'a ticket')),
)
/** Every navigation gets the app shell offline, and a member's also online. The app restores the session itself. */
registerRoute(
  new NavigationRoute(async (options) => firstFrame(await shell(options), options.url), {
    allowlist: [isShellNavigation],
  }),
)

/** What another app shares is stored until the page has shown it; nothing is sent. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  async ({ request }) => {
    // Without it, as with a full disk, the page says that there is nothing.
    await request.formData().then(storeShared).catch(console.error)
    return Response.redirect(SHARE_PATH, 303)
  },
  'POST',
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname),
  new CacheFirst({
    cacheName: 'pictures',
    plugins: [
      // Offline: pictures of tickets are also in the user's picture cache, outside of these limits.
      { handlerDidError: ({ request }) => caches.match(request.url) },
      // A captive portal answers a picture request with 200 and HTML.
      { cacheWillUpdate: async ({ response }) => (isPictureAnswer(response) ? response : null) },
      new ExpirationPlugin({ maxEntries: PICTURES_MAX, maxAgeSeconds: 30 * DAY_S }),
    ],
  }),
)

self.addEventListener('message', (event) => {
  // `waitUntil` keeps the worker alive until it has finished.
  if (propertiesOf(event.data).type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
})

listenForPushes()
