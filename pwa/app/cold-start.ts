import type { QueryClient } from '@tanstack/react-query'
import { LazyWatch } from '#pwa/features/live/lazy-watch.ts'
import { LazyMyself } from '#pwa/layouts/chrome/Header.tsx'
import { LazyBottomBar } from '#pwa/layouts/Frame.tsx'
import { ReadBatch } from '#pwa/lib/api/read-batch.ts'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { paths } from '#pwa/lib/paths.ts'
import { within } from '#pwa/lib/within.ts'
import { LazyMyRooms } from '#pwa/pages/HomePage.tsx'
import { isEventPage, needsAt } from './member-needs.ts'

/** The longest wait for the answers while a snapshot is shown. */
const ANSWERS_MS = 500
/** How long parts of the page that are loaded later, such as a stream, may take answers that were asked for early. */
const EARLY_MS = 10_000

/** Loads the code of a member's frame, and of their part of the page. */
const preloadFrame = () =>
  Promise.allSettled([
    LazyBottomBar.preload(),
    LazyMyself.preload(),
    location.pathname === paths.home && LazyMyRooms.preload(),
    isEventPage(location.pathname) && LazyWatch.preload(),
  ])

/**
 * A member's start: asks for the page's data in one request, before the page is rendered. Resolves once the first
 * render can show the member, the page's frame and the cached copies.
 */
export async function startCold(session: Session, client: QueryClient): Promise<void> {
  const frame = preloadFrame()
  const batch = new ReadBatch(session.fetch, () =>
    session.firstToken().then(takeLate, (cause: unknown) => {
      session.batch = null
      throw cause
    }),
  )
  function takeLate() {
    session.batch = (url, init) => batch.addLate(url, init)
    setTimeout(() => {
      session.batch = null
    }, EARLY_MS)
  }
  const { store: state } = session
  // Offline, nothing waits for the token.
  session.batch = (url, init) =>
    state.get().at === 'offline' ? session.fetch(url, init) : batch.add(url, init)
  // Its code shows the copies.
  const store = await session.device.offlineStore()
  // A call that fails is sent again by the page, which shows the error.
  const answers = Promise.allSettled(
    needsAt(location).map((need) => need(client, session.call, session.device)),
  )
  await Promise.all([frame, isKnown(session), store?.copiesAreShown()])
  // What the service worker shows stays a moment longer, instead of the page's copies and then its answers.
  if (document.querySelector('#root > *')) await within(ANSWERS_MS, answers)
}

/** Resolves once the session is that of the member of this device, or the server has answered. */
function isKnown({ store }: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (store.get().at === 'checking') return
      end()
      resolve()
    }
    const end = store.subscribe(look)
    look()
  })
}
