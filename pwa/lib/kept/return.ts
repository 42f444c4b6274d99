import type { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '#contract/caller.ts'
import { ASK_AGAIN_MS } from '#contract/limits.ts'
import { clearFormDrafts } from '../form-drafts.ts'
import type { Session } from '../session.tsx'

/** Goes on by itself once somebody answers again: a server comes back without a word, a network with an event. */
export function watchReturn(session: Session, client: QueryClient) {
  const standing = () => {
    const state = session.store.get()
    if (state.at !== 'offline') return null
    return state.why === 'lapsed' ? 'lapsed' : 'silent'
  }
  const isOffline = () => standing() === 'silent'
  let before = standing()

  function askAgain() {
    if (document.visibilityState === 'hidden') return
    if (isOffline() || session.device.leaving()) return void session.start()
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.error instanceof Unreachable },
      { cancelRefetch: false },
    )
  }
  setInterval(askAgain, ASK_AGAIN_MS)
  document.addEventListener('visibilitychange', () => {
    // Whoever had to log in again may have done so in another tab.
    if (standing() === 'lapsed' && !document.hidden) void session.start()
    else askAgain()
  })
  window.addEventListener('online', () => {
    askAgain()
    if (!isOffline()) void client.refetchQueries({ type: 'active' })
  })
  session.store.subscribe(() => {
    const now = standing()
    const isBack = before !== null && now !== before && now !== 'silent'
    before = now
    if (isBack) void client.refetchQueries({ type: 'active' })
  })
}

/** What another tab did to the session is done here too. */
export function watchOtherTabs(session: Session) {
  window.addEventListener('storage', () => {
    const state = session.store.get()
    const here = 'user' in state ? state.user?.id : undefined
    const remembered = session.device.member()
    if (here === undefined || remembered === here) return
    clearFormDrafts()
    if (remembered === null) session.end()
    else location.reload()
  })
}
