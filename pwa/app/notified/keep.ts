import { pushRegistration } from '#pwa/lib/offline/push-registration.ts'
import type { Session } from '#pwa/lib/session.tsx'

/** The minimum interval between requests for the unread count. */
const PACE_MS = 5_000

/** Shows the unread count on the app icon, and renews a push registration whose endpoint has changed. */
export function keepNotified(session: Session) {
  let kept: string | null = null
  const look = () => {
    const state = session.store.get()
    if (state.at !== 'member') return
    const { id, unread_messages } = state.user
    setBadge(unread_messages).catch(console.info)
    if (kept === id || !pushRegistration()) return
    kept = id
    import('#pwa/adapters/push.ts').then(({ keepOn }) => keepOn(session.call)).catch(console.info)
  }
  look()
  session.store.subscribe(look)
  keepCounting(session)
}

/** Loads the unread count when the window gets the focus, and after a notification. */
function keepCounting(session: Session) {
  let asked = -PACE_MS
  let waits = false
  const count = () => {
    waits = false
    asked = performance.now()
    if (session.store.get().at === 'member') session.reload().catch(console.info)
  }
  const ask = () => {
    if (waits) return
    waits = true
    setTimeout(count, asked + PACE_MS - performance.now())
  }
  addEventListener('focus', ask)
  document.addEventListener('visibilitychange', () => document.hidden || ask())
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if ((data as { type?: string } | null)?.type === 'NOTIFIED') ask()
  })
}

const setBadge = async (unread: number) =>
  unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.()
