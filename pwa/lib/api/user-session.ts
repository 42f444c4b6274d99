import { account, type User } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { REFRESH_AHEAD_S } from '#contract/auth/limits.ts'
import { type Caller, createCaller, Unreachable } from '#contract/http/caller.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import type { Device } from '../device.ts'
import { emailPrefill } from '../forms/email-prefill.ts'
import { noDevice } from '../no-device.ts'
import { createStore, type Store } from '../store.ts'
import { within } from '../within.ts'
import {
  isRefreshImpossible,
  isTokenExpired,
  isUnexpectedAnswer,
  isUser,
  type Token,
  type TokenAnswer,
  tokenIn,
} from './session-answers.ts'
import { assumedUserIn, isConfirmed, type SessionState, userIn } from './session-state.ts'
import { type Fetch, withTimeout } from './transport.ts'

/** The login state and the authenticated API calls. */
export class Session {
  readonly store: Store<SessionState>
  readonly device: Device
  readonly call: Caller
  /** Sends the reading calls of a member's start together, and returns early answers; null soon after it. */
  batch: Fetch | null = null
  readonly #transport: Fetch
  /** Calls without a token. */
  readonly #bare: Caller
  readonly #onEnd: () => void
  readonly #onLogin: () => Promise<unknown>
  #token: Token | null = null
  #refreshing: Promise<boolean> | null = null
  #restoring: Promise<void> | null = null
  /** Counts the beginnings and ends of sessions, to ignore answers to calls of an earlier session. */
  #epoch = 0

  /**
   * `onEnd` clears the data that was loaded for the user; `onLogin` replaces what was loaded for a visitor, before the
   * login ends.
   */
  constructor(
    transport: Fetch,
    initial: SessionState,
    onEnd = () => {},
    device = noDevice,
    onLogin: () => Promise<unknown> = async () => {},
  ) {
    this.store = createStore(initial)
    this.device = device
    this.#transport = transport
    this.#onEnd = () => {
      this.batch = null // It may hold answers for this user.
      onEnd()
    }
    this.#onLogin = onLogin
    this.#bare = createCaller({ fetch: withTimeout(transport), token: () => null })
    const send: Fetch = (url, init) =>
      init.method === 'GET' && this.batch ? this.batch(url, init) : this.fetch(url, init)
    this.call = createCaller({ fetch: withTimeout(send), token: () => null })
  }

  /** An authenticated `fetch` for streams and downloads: no timeout, and the token is refreshed as for calls. */
  readonly fetch: Fetch = async (url, init) => {
    await this.firstToken()
    if (this.#endsSoon()) await this.refresh()
    const attempt = () => {
      const headers = new Headers(init.headers)
      if (this.#token) headers.set('authorization', `Bearer ${this.#token.value}`)
      return this.#transport(url, { ...init, headers })
    }
    const response = await attempt()
    if (response.status !== 401 || !(await isTokenExpired(response))) return response
    return (await this.refresh()) ? attempt() : response
  }

  /** Resolves once the server has answered who this is, at a member's start; rejects if that is not the member. */
  async firstToken(): Promise<void> {
    const member = this.#token ? null : this.#expectedMember()
    if (member === null) return
    await this.#refreshing
    // Logged out meanwhile, or logged in as another person: the member's call must not be sent as theirs.
    const isOther = this.#token && this.#token.userId !== member
    if (isOther || this.store.get().at === 'visitor') throw new Unreachable('the session has ended')
  }

  /**
   * Restores the session. Never throws: a failure becomes the state `offline`. The cached member is assumed until the
   * server answers, and is offline after OFFLINE_AFTER_MS without an answer; a later answer still counts.
   */
  async start(): Promise<void> {
    const early = this.device.member() === null ? null : this.#readCachedMember()
    void early?.then((user) => this.#assume(user))
    const giveUp = async (error?: unknown) =>
      this.#goOffline(await (early ?? this.#readCachedMember()), error)
    const slow = setTimeout(giveUp, OFFLINE_AFTER_MS)
    this.#restoring ??= this.#restore().finally(() => {
      this.#restoring = null
    })
    try {
      await this.#restoring
    } catch (error) {
      console.error(error)
      await giveUp(error)
    } finally {
      clearTimeout(slow)
    }
  }

  /** Starts a session with the answer of any login call. */
  readonly admit = async (answer: TokenAnswer): Promise<void> => {
    this.#storeToken(answer)
    this.#epoch++
    this.device.setLogoutPending(false)
    // The page under a login sheet stays: a member must not be offered what they have.
    if (this.store.get().at === 'visitor') await this.#onLogin().catch(console.error)
    await this.#loadMember()
  }

  /** Replaces the user after a change of their profile. */
  update(user: User): void {
    void this.#enter(this.#epoch, user)
  }

  /** Loads the user again, for the count of unread messages. */
  async reload(): Promise<void> {
    await this.#enter(this.#epoch, await this.call(account.getMe, {}))
  }

  /** Refreshes the access token. Concurrent calls share one refresh. False: there is no session. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  /** Refreshes a token that expires soon. A failure shows with the next call. */
  async renewIfOld(): Promise<void> {
    if (this.#endsSoon()) await this.refresh().catch(console.error)
  }

  /**
   * Logs out. True if a user was logged in: the caller then navigates home. The device is cleared at once, also offline.
   * What failed, or takes longer than OFFLINE_AFTER_MS, is done again at the next start.
   */
  async logout(): Promise<boolean> {
    const { device, store } = this
    const wasIn = this.#token !== null || device.member() !== null || store.get().at === 'member'
    if (wasIn) device.setLogoutPending(true)
    const done = wasIn ? this.#clearAndSendLogout() : device.clear()
    await within(OFFLINE_AFTER_MS, done.catch(console.error))
    this.end()
    return wasIn
  }

  /** Ends the session here only: after a logout in another tab, which has cleared the device. */
  end(): void {
    this.#epoch++
    this.#token = null
    this.store.set({ at: 'visitor' })
    this.#onEnd()
  }

  #endsSoon(): boolean {
    return this.#token !== null && this.#token.until - Date.now() < REFRESH_AHEAD_S * 1000
  }

  /** The member of this device, while the server has not said whose session it is. */
  #expectedMember(): string | null {
    const state = this.store.get()
    return state.at === 'checking' ? this.device.member() : (assumedUserIn(state)?.id ?? null)
  }

  #storeToken(answer: unknown): void {
    const token = tokenIn(answer)
    const member = this.#expectedMember()
    // The cookie is of another person's session: nothing of theirs may be shown or cached as this member's.
    if (member !== null && token.userId !== member) {
      if (assumedUserIn(this.store.get())) this.store.set({ at: 'checking' })
      this.#onEnd()
    }
    this.#token = token
  }

  /** `epoch`: that in which the call was sent. A user without a name has not ended their sign-up. */
  #enter(epoch: number, user: User): Promise<unknown> | undefined {
    if (epoch !== this.#epoch) return undefined
    if (!isUser(user)) throw new Unreachable('no user', 200)
    if (user.name === '') return this.logout()
    const before = userIn(this.store.get())?.id ?? this.device.member()
    // Another user logged in: the data loaded for the previous one must not be shown.
    if (before !== null && before !== user.id) this.#onEnd()
    if (!this.device.isLogoutPending()) this.device.cacheMember(user)
    emailPrefill.write(user.email)
    this.store.set({ at: 'member', user })
    return undefined
  }

  /** Enters the user if there is a token and no user yet. */
  async #loadMember(): Promise<void> {
    if (!this.#token || isConfirmed(this.store.get())) return
    const { user } = this.#token
    await (user ? this.#enter(this.#epoch, user) : this.reload())
  }

  async #restore(): Promise<void> {
    if (this.device.isLogoutPending()) await this.#clearAndSendLogout()
    const epoch = this.#epoch
    const member = this.device.member()
    let isIn = await this.refresh()
    const isOther = member !== null && this.device.member() !== member && epoch === this.#epoch
    // A logout or a login in another tab meanwhile: the answer is of the session before.
    if (isIn && isOther) isIn = await this.refresh()
    if (isIn) await this.#loadMember()
  }

  /** Only REFRESH_IMPOSSIBLE clears the device, as every other failure may come from a proxy or an outage. */
  async #renew(): Promise<boolean> {
    const epoch = this.#epoch
    try {
      const answer = await this.#bare(auth.refresh, {})
      if (epoch !== this.#epoch) return this.#token !== null
      if (answer === undefined) await this.#loseSession()
      else this.#storeToken(answer)
    } catch (error) {
      if (!isRefreshImpossible(error)) throw error
      if (epoch === this.#epoch) {
        this.end()
        await this.device.clear()
      }
    }
    return this.#token !== null
  }

  /** The session cookie is gone without a logout: cached data stays and is shown. */
  async #loseSession(): Promise<void> {
    this.#token = null
    const epoch = ++this.#epoch
    const cached = () => (this.device.member() === null ? null : this.device.readCachedMember())
    const user = userIn(this.store.get()) ?? (await cached())
    if (epoch !== this.#epoch) return
    this.store.set(user ? { at: 'offline', user, reason: 'session-lost' } : { at: 'visitor' })
  }

  /**
   * Only the server can delete the HttpOnly session cookie: until this succeeds, a refresh would log in again. The request
   * does not wait for the device, as some browsers' databases never answer.
   */
  async #clearAndSendLogout(): Promise<void> {
    const clearing = this.device.clear()
    await this.#bare(auth.logout, {}).finally(() => clearing)
    this.device.setLogoutPending(false)
  }

  #readCachedMember(): Promise<User | null> | null {
    return this.device.isLogoutPending() ? null : this.device.readCachedMember()
  }

  /** Shows the cached member before the server has answered. */
  #assume(user: User | null): void {
    const isCurrent = user && this.device.member() === user.id && !this.device.isLogoutPending()
    const fits = !this.#token || this.#token.userId === user?.id
    if (isCurrent && fits && this.store.get().at === 'checking')
      this.store.set({ at: 'member', user, isAssumed: true })
  }

  /** The server has not answered, or with `error`. */
  #goOffline(cached: User | null, error: unknown): void {
    // A logout may have happened meanwhile.
    const user = cached && this.device.member() === cached.id ? cached : null
    const state = this.store.get()
    if (isConfirmed(state) || (state.at === 'visitor' && !user)) return
    if (user || error instanceof Unreachable)
      this.store.set({
        at: 'offline',
        user,
        ...(user && isUnexpectedAnswer(error) && { reason: 'unexpected-answer' }),
      })
    else if (error) this.store.set({ at: 'visitor' })
  }
}
