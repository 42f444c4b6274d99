import { createContext, useContext } from 'react'
import { account, type User } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { createCaller, Refused, type Transport, Unreachable } from '#contract/caller.ts'
import { OFFLINE_AFTER_MS, REFRESH_AHEAD_S } from '#contract/limits.ts'
import { REFRESH_IMPOSSIBLE, TOKEN_EXPIRED } from '#contract/messages.ts'
import type { Device } from './device.ts'
import { emailPrefill } from './email-prefill.ts'
import { noDevice } from './no-device.ts'
import { createStore, useStore } from './store.ts'
import { withTimeout } from './transport.ts'

export type SessionState =
  | { at: 'checking' }
  | { at: 'visitor' }
  | { at: 'member'; user: User }
  /** Nobody could be asked: what this device holds may be shown, to the member it remembers if there is one. */
  | { at: 'offline'; user: User | null; why?: Doubt }

/**
 * Why a member who is remembered is not let in though something answers. `lapsed`: our server knows no session of this
 * browser, whose cookie is gone. `unclear`: the answers are not what the contract says.
 */
type Doubt = 'lapsed' | 'unclear'

type Fetch = Transport['fetch']
interface AccessToken {
  access_token: string
  expires_in: number
}
const isAccessToken = (answer: unknown): answer is AccessToken => {
  const { access_token, expires_in } = (answer ?? {}) as Partial<AccessToken>
  return typeof access_token === 'string' && access_token !== '' && Number.isFinite(expires_in)
}
const isUser = (answer: unknown): answer is User => {
  const { id, name } = (answer ?? {}) as Partial<User>
  return typeof id === 'string' && id !== '' && typeof name === 'string'
}
/** Something answered, though not as our server does when it is well or busy. */
const isUnclear = (error: unknown) =>
  (error instanceof Unreachable || error instanceof Refused) &&
  error.status !== null &&
  error.status < 500 &&
  ![408, 429].includes(error.status)
interface Token {
  value: string
  /** Milliseconds of this device's clock. */
  until: number
}

/** Who is using the app, and how its calls carry that. `onEnd` empties what was loaded for them. */
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

  const keep = (answer: unknown) => {
    if (!isAccessToken(answer)) throw new Unreachable('not an access token', 200)
    token = { value: answer.access_token, until: Date.now() + answer.expires_in * 1000 }
  }
  const userHere = () => {
    const state = store.get()
    return 'user' in state ? state.user : null
  }
  const enter = (user: User) => {
    if (!isUser(user)) throw new Unreachable('not a user', 200)
    const before = userHere()?.id ?? device.member()
    // Another person: nothing that was loaded for the one before them is theirs.
    if (before !== null && before !== user.id) onEnd()
    if (!device.leaving()) device.remember(user)
    emailPrefill.write(user.email)
    store.set({ at: 'member', user })
  }
  const end = () => {
    token = null
    store.set({ at: 'visitor' })
    onEnd()
  }
  /** Nothing of theirs stays on the screen, in memory or on the device. */
  const forget = () => {
    end()
    return device.forget()
  }
  const isKnown = () => device.member() !== null || store.get().at === 'member'

  /** There is no session any more, and nobody said that it was ended: what is kept stays, and is shown. */
  async function lapse() {
    token = null
    const user = userHere() ?? (device.member() === null ? null : await device.recall())
    store.set(user ? { at: 'offline', user, why: 'lapsed' } : { at: 'visitor' })
  }

  /** False where there is no session. One answer alone empties the device; every other one proves nothing. */
  async function renew(): Promise<boolean> {
    try {
      const answer = await bare(auth.refresh, {})
      if (answer === undefined) await lapse()
      else keep(answer)
      return answer !== undefined
    } catch (error) {
      const { status, message } = error as Partial<Refused>
      if (!(error instanceof Refused && status === 500 && message === REFRESH_IMPOSSIBLE))
        throw error
      await forget()
      return false
    }
  }
  /** However many calls find the token old at once, one of them asks for a new one. */
  function refresh(): Promise<boolean> {
    refreshing ??= renew().finally(() => {
      refreshing = null
    })
    return refreshing
  }
  const endsSoon = () => token !== null && token.until - Date.now() < REFRESH_AHEAD_S * 1000

  const send: Fetch = async (url, init) => {
    if (endsSoon()) await refresh()
    const attempt = () => {
      const headers = new Headers(init.headers)
      if (token) headers.set('authorization', `Bearer ${token.value}`)
      return fetch(url, { ...init, headers })
    }
    const response = await attempt()
    if (response.status !== 401 || !(await saysExpired(response))) return response
    return (await refresh()) ? attempt() : response
  }
  const call = createCaller({ fetch: withTimeout(send), token: () => null })

  /** Asked only with a token, and when nobody is loaded yet. */
  async function loadMember() {
    if (!token || store.get().at === 'member') return
    const user = await call(account.getMe, {})
    if (isUser(user) && user.name === '') await logout()
    else enter(user)
  }

  async function admit(answer: AccessToken) {
    keep(answer)
    device.setLeaving(false)
    await loadMember()
  }

  /** Until the server has heard of it, the cookie that only it can take would open the session again. */
  async function tellOfLeaving() {
    await bare(auth.logout, {})
    device.setLeaving(false)
  }
  /**
   * True when somebody was logged in and is no longer: the caller then leads home. The device is emptied at
   * once, with a network or without; what the server could not be told is told at the next start.
   */
  async function logout(): Promise<boolean> {
    const wasIn = token !== null || isKnown()
    if (wasIn) device.setLeaving(true)
    await device.forget()
    if (wasIn) await Promise.race([tellOfLeaving().catch(console.error), wait(OFFLINE_AFTER_MS)])
    end()
    return wasIn
  }

  async function findOut() {
    if (device.leaving()) {
      // The phone may have died before all of it was gone.
      await device.forget()
      await tellOfLeaving()
    }
    if (await refresh()) await loadMember()
  }
  async function reload() {
    const user = await call(account.getMe, {})
    if (store.get().at === 'member') enter(user)
  }
  let finding: Promise<void> | null = null

  return {
    store,
    call,
    /** For streams, and answers that `call` cannot wait for: with the token, which is renewed as it is for calls. */
    fetch: send,
    refresh,
    logout,
    /** Asks for a new token when this one has little left. A failure shows with the next call. */
    renewIfOld: () => (endsSoon() ? refresh().catch(console.error) : Promise.resolve()),
    /**
     * Finds out who is here. Never throws: a failure to ask is a state of its own. Whoever waits too long for
     * an answer goes on with what the device keeps; the answer counts whenever it comes.
     */
    async start() {
      const recall = () => (device.leaving() ? null : device.recall())
      const early = device.member() === null ? null : recall()
      const giveUp = async (error?: unknown) => {
        const found = await (early ?? recall())
        // They may have logged out meanwhile.
        const user = found && device.member() === found.id ? found : null
        const { at } = store.get()
        if (at === 'member' || (at === 'visitor' && !user)) return
        if (user || error instanceof Unreachable)
          store.set({ at: 'offline', user, ...(user && isUnclear(error) && { why: 'unclear' }) })
        else if (error) store.set({ at: 'visitor' })
      }
      const slow = setTimeout(giveUp, OFFLINE_AFTER_MS)
      finding ??= findOut().finally(() => {
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
    /** They logged out in another tab, which also empties the device. */
    end,
    device,
    /** Goes in with the answer of a login, of whichever way. */
    admit,
    /** After a change of oneself elsewhere: the new user, everywhere at once. */
    update: enter,
    /** Asks anew who this is: what is unread may have changed. */
    reload,
  }
}
export type Session = ReturnType<typeof createSession>

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

async function saysExpired(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return (body as { message?: string } | null)?.message === TOKEN_EXPIRED
}

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
export const useSessionState = (): SessionState => useStore(useSession().store)

/** The one logged in, or whom the device remembers while nobody can be asked, or null. */
export function useUser(): User | null {
  const state = useSessionState()
  return 'user' in state ? state.user : null
}
