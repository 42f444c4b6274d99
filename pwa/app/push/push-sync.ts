import type { Session } from '#pwa/lib/api/user-session.ts'
import { pushRegistration } from '#pwa/lib/offline/push-registration.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'

/** The minimum interval between requests for the unread count. */
const PACE_MS = 5_000

/** Shows the unread count on the app icon, and renews a push registration whose endpoint has changed. */
export function syncPushSubscription(session: Session) {
  let renewedFor: string | null = null
  const look = () => {
    const state = session.store.get()
    if (state.at !== 'member' || state.isAssumed) return
    const { id, unread_messages } = state.user
    setBadge(unread_messages).catch(console.info)
    if (renewedFor === id || !pushRegistration()) return
    renewedFor = id
    import('#pwa/adapters/push.ts')
      .then(({ renewPush }) => renewPush(session.call))
      .catch(console.info)
  }
  look()
  session.store.subscribe(look)
  syncBadge(session)
}

/** Loads the unread count when the window gets the focus, and after a notification. */
function syncBadge(session: Session) {
  let countedAt = -PACE_MS
  let waits = false
  const count = () => {
    waits = false
    countedAt = performance.now()
    if (session.store.get().at === 'member') session.reload().catch(console.info)
  }
  const ask = () => {
    if (waits) return
    waits = true
    setTimeout(count, countedAt + PACE_MS - performance.now())
  }
  addEventListener('focus', ask)
  document.addEventListener('visibilitychange', () => document.hidden || ask())
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (propertiesOf(data).type === 'NOTIFIED') ask()
  })
}

const setBadge = async (unread: number) =>
  unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.()
