import { type DehydratedState, hydrate, QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Unreachable } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import { App } from './app/App.tsx'
import { preloadHere, reloadOnceForLostChunks } from './app/chunks.ts'
import { recordError } from './lib/api/last-error.ts'
import { withProgress } from './lib/api/progress.ts'
import { isTimeout, rejectForeignResponses, withEarlyRefresh } from './lib/api/transport.ts'
import { Session } from './lib/api/user-session.ts'
import { checkClock, restoreOffset, serverTimeOf, withClockCheck } from './lib/clock/server-time.ts'
import { createDevice } from './lib/device.ts'
import { isAbroad, knowDeviceZone } from './lib/format.ts'
import { propertiesOf } from './lib/unknown.ts'
import { within } from './lib/within.ts'
import './ui/tokens.css'
import './ui/base.css'

interface Written {
  now: string
  queries: DehydratedState
}
const RETRIES = 2
const FRESH_MS = 15_000

const client = new QueryClient({
  defaultOptions: {
    // The service worker may answer offline, so that every call is tried.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // No retries while offline: `watchReconnect` retries once the server answers.
      retry: (failures, error) =>
        error instanceof Unreachable &&
        !isTimeout(error) &&
        navigator.onLine &&
        session.store.get().at !== 'offline' &&
        failures < RETRIES,
      staleTime: FRESH_MS,
    },
  },
})
client.getQueryCache().config.onError = recordError
client.getMutationCache().config.onError = recordError

// By our server's page renderer.
const written = JSON.parse(
  document.getElementById('state')?.textContent || 'null',
) as Written | null
if (written) hydrate(client, written.queries)

restoreOffset()
const device = createDevice(async () => {
  const { IndexedDbStore } = await import('./lib/offline/offline-store.ts')
  return new IndexedDbStore(session, client)
})
// Pages are server-rendered for visitors only, so that the state is known.
const session = new Session(
  withClockCheck(
    rejectForeignResponses(
      withEarlyRefresh(
        (url, init) => withProgress(init.method ?? 'GET', () => fetch(url, init)),
        () => device.member() !== null,
      ),
    ),
  ),
  written ? { at: 'visitor' } : { at: 'checking' },
  () => client.clear(),
  device,
  () => {
    client.removeQueries({ type: 'inactive' })
    return client.refetchQueries()
  },
)
const app = (
  <StrictMode>
    <BrowserRouter>
      <App session={session} client={client} now={written?.now ?? serverTimeOf(Date.now())} />
    </BrowserRouter>
  </StrictMode>
)

/** An AbortError is no error: a dialog interrupted the page's view transition. */
const options: RootOptions = {
  onRecoverableError: (error) => propertiesOf(error).name === 'AbortError' || reportError(error),
}

/** The server's page stays until the app's is ready; a field that was tapped meanwhile keeps the focus. */
function renderAnew() {
  let tapped = propertiesOf(document.activeElement).name
  root.addEventListener('focusin', ({ target }) => {
    tapped = propertiesOf(target).name
  })
  const keepFocus = () => {
    if (typeof tapped === 'string' && tapped !== '') document.getElementsByName(tapped)[0]?.focus()
  }
  window.addEventListener('app:hydrated', keepFocus, { once: true })
  startTransition(() => createRoot(root, options).render(app))
}

/** Asks for a member's data, and fills the page with what is cached. */
async function startWithCache() {
  const { startCold } = await import('./app/cold-start.ts')
  await startCold(session, client)
}

reloadOnceForLostChunks()
const root = defined(document.getElementById('root'), 'the root')
knowDeviceZone()
if (written) {
  void checkClock(written.now)
  await preloadHere()
  // A cached member whose cookie was not sent: their cached data is shown.
  const start = () => (device.member() ? session.start() : undefined)
  if (root.querySelector('[data-render-anew]')) {
    // Hydration loses what is typed during it, and the end of `start` what is typed before.
    await start()
    renderAnew()
  } else {
    // Abroad the times are other texts than the server's, which hydration would keep.
    if (isAbroad(written.now)) renderAnew()
    else hydrateRoot(root, app, options)
    void start()
  }
} else {
  void session.start()
  const code = preloadHere()
  // A member's first frame is the page with what is cached; some browsers open their database late, or never. Errors
  // show when the page is rendered.
  if (device.member() !== null && !device.isLogoutPending()) {
    await Promise.allSettled([code, within(OFFLINE_AFTER_MS, startWithCache())])
    // In a transition React waits for loaded code instead of showing a spinner, so that the worker's page stays until then.
    startTransition(() => createRoot(root, options).render(app))
  } else createRoot(root, options).render(app)
}

async function afterLoad() {
  void device.offlineStore()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { startServiceWorker } = await import('./app/afterwards.ts')
  await startServiceWorker(session)
}
// After the page's own resources.
if (document.readyState === 'complete') void afterLoad()
else window.addEventListener('load', afterLoad)
