import { createContext, useContext } from 'react'
import { account, type User } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { REFRESH_AHEAD_S } from '#contract/auth/limits.ts'
import { createCaller, type Transport, Unreachable } from '#contract/caller.ts'
import { OFFLINE_AFTER_MS } from '#contract/limits.ts'
import type { Device } from '../device.ts'
import { emailPrefill } from '../forms/email-prefill.ts'
import { noDevice } from '../no-device.ts'
import { createStore, useStore } from '../store.ts'
import {
  isAccessToken,
  isRefreshImpossible,
  isTokenExpired,
  isUnexpectedAnswer,
  isUser,
  type TokenAnswer,
} from './session-answers.ts'
import { withTimeout } from './transport.ts'

export type SessionState =
  | { at: 'checking' }
  | { at: 'visitor' }
  /** `isAssumed`: the member of this device, until the server has confirmed the session. Calls wait for its token. */
  | { at: 'member'; user: User; isAssumed?: true }
  /** The server could not be asked. Cached data may be shown, to the stored member if there is one. */
  | { at: 'offline'; user: User | null; reason?: OfflineReason }

/**
 * Why the cached member is offline although something answers. `session-lost`: the session cookie is gone.
 * `unexpected-answer`: the responses do not match the contract (captive portal).
 */
type OfflineReason = 'session-lost' | 'unexpected-answer'

type Fetch = Transport['fetch']
interface Token {
  value: string
  /** Milliseconds of this device's clock. */
  until: number
  userId: string | undefined
}

/** The login state and the authenticated API calls. `onEnd` clears the data that was loaded for the user. */
export function createSession(
  fetch: Fetch,
  initial: SessionState,
  onEnd: () => void = () => {},
  device: Device = noDevice,
) {
  const store = createStore<SessionState>(initial)
  const bare = createCaller({ fetch: withTimeout(fetch), token: () => null })
  let token: Token | null = null
  let refreshing: Promise<boolean> | null = null
  /** Counts the beginnings and ends of sessions, to ignore answers to calls of an earlier session. */
  let epoch = 0

  const assumed = () => {
    const state = store.get()
    return state.at === 'member' && state.isAssumed ? state.user : null
  }
  const storeToken = (answer: unknown) => {
    if (!isAccessToken(answer)) throw new Unreachable('no token', 200)
    const user = assumed()
    // The cookie is of another person's session: nothing of theirs may be shown or cached as this member's.
    if (user && answer.user_id !== user.id) {
      store.set({ at: 'checking' })
      onEnd()
    }
    token = {
      value: answer.access_token,
      until: Date.now() + answer.expires_in * 1000,
      userId: answer.user_id,
    }
  }
  const userHere = () => {
    const state = store.get()
    return 'user' in state ? state.user : null
  }
  /** `asked`: the epoch in which the call was sent. A user without a name has not ended their sign-up. */
  const enter = (ownEpoch: number, user: User): Promise<unknown> | undefined => {
    if (ownEpoch !== epoch) return undefined
    if (!isUser(user)) throw new Unreachable('no user', 200)
    if (user.name === '') return logout()
    const before = userHere()?.id ?? device.member()
    // Another user logged in: the data loaded for the previous one must not be shown.
    if (before !== null && before !== user.id) onEnd()
    if (!device.isLogoutPending()) device.cacheMember(user)
    emailPrefill.write(user.email)
    store.set({ at: 'member', user })
    return undefined
  }
  const end = () => {
    epoch++
    token = null
    store.set({ at: 'visitor' })
    onEnd()
  }
  /** Removes the user's data from the screen, from memory and from the device. */
  const clearUser = () => {
    end()
    return device.clear()
  }
  const isKnown = () => device.member() !== null || store.get().at === 'member'

  /** The session cookie is gone without a logout: cached data stays and is shown. */
  async function loseSession() {
    token = null
    const ownEpoch = ++epoch
    const user = userHere() ?? (device.member() === null ? null : await device.readCachedMember())
    if (ownEpoch !== epoch) return
    store.set(user ? { at: 'offline', user, reason: 'session-lost' } : { at: 'visitor' })
  }

  /**
   * Refreshes the access token. False: there is no session. Only the message REFRESH_IMPOSSIBLE clears the device, as
   * every other failure may come from a proxy or an outage.
   */
  async function renew(): Promise<boolean> {
    const ownEpoch = epoch
    try {
      const answer = await bare(auth.refresh, {})
      if (ownEpoch !== epoch) return token !== null
      if (answer === undefined) await loseSession()
      else storeToken(answer)
    } catch (error) {
      if (!isRefreshImpossible(error)) throw error
      if (ownEpoch === epoch) await clearUser()
    }
    return token !== null
  }
  /** Concurrent calls share one refresh. */
  function refresh(): Promise<boolean> {
    refreshing ??= renew().finally(() => {
      refreshing = null
    })
    return refreshing
  }
  const endsSoon = () => token !== null && token.until - Date.now() < REFRESH_AHEAD_S * 1000

  const send: Fetch = async (url, init) => {
    if (!token && assumed()) {
      await refreshing
      // Logged out meanwhile: the member's call must not be sent as a visitor's.
      if (store.get().at === 'visitor') throw new Unreachable('the session has ended')
    }
    if (endsSoon()) await refresh()
    const attempt = () => {
      const headers = new Headers(init.headers)
      if (token) headers.set('authorization', `Bearer ${token.value}`)
      return fetch(url, { ...init, headers })
    }
    const response = await attempt()
    if (response.status !== 401 || !(await isTokenExpired(response))) return response
    return (await refresh()) ? attempt() : response
  }
  const call = createCaller({ fetch: withTimeout(send), token: () => null })

  /** Loads the user if there is a token and no user yet. */
  async function loadMember() {
    if (!token || (store.get().at === 'member' && !assumed())) return
    await enter(epoch, await call(account.getMe, {}))
  }

  async function admit(answer: TokenAnswer) {
    storeToken(answer)
    epoch++
    device.setLogoutPending(false)
    await loadMember()
  }

  /** Only the server can delete the HttpOnly session cookie: until this succeeds, a refresh would log in again. */
  async function sendLogout() {
    await bare(auth.logout, {})
    device.setLogoutPending(false)
  }
  /**
   * Logs out. True if a user was logged in: the caller then navigates home. The device is cleared at once, also offline;
   * a logout request that failed is sent again at the next start.
   */
  async function logout(): Promise<boolean> {
    const wasIn = token !== null || isKnown()
    if (wasIn) device.setLogoutPending(true)
    await device.clear()
    if (wasIn) await Promise.race([sendLogout().catch(console.error), wait(OFFLINE_AFTER_MS)])
    end()
    return wasIn
  }

  async function restore() {
    if (device.isLogoutPending()) {
      // A logout may have been interrupted before everything was deleted.
      await device.clear()
      await sendLogout()
    }
    if (await refresh()) await loadMember()
  }
  async function reload() {
    await enter(epoch, await call(account.getMe, {}))
  }
  let finding: Promise<void> | null = null

  return {
    store,
    call,
    /** An authenticated `fetch` for streams and downloads: no timeout, and the token is refreshed as for calls. */
    fetch: send,
    refresh,
    logout,
    /** Refreshes a token that expires soon. A failure shows with the next call. */
    renewIfOld: () => (endsSoon() ? refresh().catch(console.error) : Promise.resolve()),
    /**
     * Restores the session. Never throws: a failure becomes the state `offline`. The cached member is assumed until the
     * server answers, and is offline after OFFLINE_AFTER_MS without an answer; a later answer still counts.
     */
    async start() {
      const readCached = () => (device.isLogoutPending() ? null : device.readCachedMember())
      const early = device.member() === null ? null : readCached()
      const giveUp = async (error?: unknown) => {
        const found = await (early ?? readCached())
        // A logout may have happened meanwhile.
        const user = found && device.member() === found.id ? found : null
        const { at } = store.get()
        if ((at === 'member' && !assumed()) || (at === 'visitor' && !user)) return
        if (user || error instanceof Unreachable)
          store.set({
            at: 'offline',
            user,
            ...(user && isUnexpectedAnswer(error) && { reason: 'unexpected-answer' }),
          })
        else if (error) store.set({ at: 'visitor' })
      }
      void early?.then((user) => {
        const isCurrent = user && device.member() === user.id && !device.isLogoutPending()
        const fits = !token || token.userId === user?.id
        if (isCurrent && fits && store.get().at === 'checking')
          store.set({ at: 'member', user, isAssumed: true })
      })
      const slow = setTimeout(giveUp, OFFLINE_AFTER_MS)
      finding ??= restore().finally(() => {
        finding = null
      })
      try {
        await finding
      } catch (error) {
        console.error(error)
        await giveUp(error)
      } finally {
        clearTimeout(slow)
      }
    },
    /** After a logout in another tab, which has cleared the device. */
    end,
    device,
    /** Starts a session with the answer of any login call. */
    admit,
    /** Replaces the user after a change of their profile. */
    update: (user: User) => void enter(epoch, user),
    /** Loads the user again, for the count of unread messages. */
    reload,
  }
}
export type Session = ReturnType<typeof createSession>

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no SessionProvider')
  return session
}
export const useSessionState = (): SessionState => useStore(useSession().store)

/** Whether the server has confirmed the session of a logged-in user. */
export const isConfirmed = (state: SessionState) => state.at === 'member' && !state.isAssumed

/** The logged-in user, or the stored member while offline, or null. */
export function useUser(): User | null {
  const state = useSessionState()
  return 'user' in state ? state.user : null
}
