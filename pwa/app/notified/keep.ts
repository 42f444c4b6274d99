import { registered } from '#pwa/lib/kept/pushes.ts'
import type { Session } from '#pwa/lib/session.tsx'

/** The icon shows how many messages wait; and a browser that was notified stays so, though its service moved it. */
export function keepNotified(session: Session) {
  let kept: string | null = null
  const look = () => {
    const state = session.store.get()
    if (state.at !== 'member') return
    const { id, unread_messages } = state.user
    setBadge(unread_messages).catch(console.info)
    if (kept === id || !registered()) return
    kept = id
    import('#pwa/adapters/push.ts').then(({ keepOn }) => keepOn(session.call)).catch(console.info)
  }
  look()
  session.store.subscribe(look)
}

const setBadge = async (unread: number) =>
  unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.()
