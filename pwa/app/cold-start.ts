import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { ReadBatch } from '#pwa/lib/api/read-batch.ts'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { paths } from '#pwa/lib/paths.ts'
import { memberNeeds } from './member-needs.ts'
import { routes } from './routes.ts'

/** Loads the code of a member's frame, and of their part of the home page. */
const preloadFrame = () =>
  Promise.allSettled([
    import('#pwa/layouts/chrome/BottomBar.tsx'),
    import('#pwa/layouts/chrome/Myself.tsx'),
    location.pathname === paths.home && import('#pwa/features/rooms/list/MyRoomsScroller.tsx'),
  ])

/**
 * A member's start: asks for the page's data in one request, before the page is rendered. Resolves once the first
 * render can show the member, the page's frame and the cached copies.
 */
export async function startCold(session: Session, client: QueryClient): Promise<void> {
  const frame = preloadFrame()
  const batch = new ReadBatch(session.fetch, () =>
    session.firstToken().finally(() => {
      // Calls after the first token are sent by themselves.
      session.batch = null
    }),
  )
  const { store: state } = session
  // Offline, nothing waits for the token.
  session.batch = (url, init) =>
    state.get().at === 'offline' ? session.fetch(url, init) : batch.add(url, init)
  // Its code shows the copies.
  const store = await session.device.offlineStore()
  // A call that fails is sent again by the page, which shows the error.
  for (const need of needsHere()) need(client, session.call, session.device).catch(() => {})
  await Promise.all([frame, isKnown(session), store?.copiesAreShown()])
}

/** The data of the current page. */
function needsHere() {
  for (const { path } of routes) {
    const match = matchPath(path, location.pathname)
    if (match) return memberNeeds(path, match.params, new URLSearchParams(location.search))
  }
  return []
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
