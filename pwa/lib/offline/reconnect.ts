import type { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '#contract/http/caller.ts'
import { ASK_AGAIN_MS } from '#contract/shared/limits.ts'
import { userIn } from '../api/session-state.ts'
import type { Session } from '../api/user-session.ts'
import { clearFormDrafts } from '../forms/form-drafts.ts'

/** Retries while offline: on the `online` event, and by polling, as a server that recovers fires no event. */
export function watchReconnect(session: Session, client: QueryClient) {
  const offlineKind = () => {
    const state = session.store.get()
    if (state.at !== 'offline') return null
    return state.reason === 'session-lost' ? 'session-lost' : 'no-answer'
  }
  const isOffline = () => offlineKind() === 'no-answer'
  let before = offlineKind()

  function askAgain() {
    if (document.visibilityState === 'hidden') return
    if (isOffline() || session.device.isLogoutPending()) return void session.start()
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.error instanceof Unreachable },
      { cancelRefetch: false },
    )
  }
  setInterval(askAgain, ASK_AGAIN_MS)
  document.addEventListener('visibilitychange', () => {
    // The login may have happened in another tab.
    if (offlineKind() === 'session-lost' && !document.hidden) void session.start()
    else askAgain()
  })
  window.addEventListener('online', () => {
    askAgain()
    if (!isOffline()) void client.refetchQueries({ type: 'active' })
  })
  session.store.subscribe(() => {
    const now = offlineKind()
    const isBack = before !== null && now !== before && now !== 'no-answer'
    before = now
    if (isBack) void client.refetchQueries({ type: 'active' })
  })
}

/** Follows a login or logout in another tab. */
export function watchOtherTabs(session: Session) {
  window.addEventListener('storage', () => {
    const here = userIn(session.store.get())?.id
    const stored = session.device.member()
    if (here === undefined || stored === here) return
    clearFormDrafts()
    if (stored === null) session.end()
    else location.reload()
  })
}
