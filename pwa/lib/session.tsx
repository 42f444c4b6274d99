import { createContext, useContext } from 'react'
import { account, type User } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { createCaller, Refused, type Transport, Unreachable } from '#contract/caller.ts'
import { REFRESH_AHEAD_S } from '#contract/limits.ts'
import { REFRESH_IMPOSSIBLE, TOKEN_EXPIRED } from '#contract/messages.ts'
import type { Sent } from '#contract/types.ts'
import { createStore, useStore } from './store.ts'

export type SessionState =
  | { at: 'checking' }
  | { at: 'visitor' }
  | { at: 'member'; user: User }
  /** Nobody could be asked: what this device holds may be shown, nothing else is known. */
  | { at: 'offline' }

type Fetch = Transport['fetch']
interface Token {
  value: string
  /** Milliseconds of this device's clock. */
  until: number
}

/** Who is using the app, and how its calls carry that. */
export function createSession(fetch: Fetch, initial: SessionState, onEnd: () => void = () => {}) {
  const store = createStore<SessionState>(initial)
  const bare = createCaller({ fetch, token: () => null })
  let token: Token | null = null
  let refreshing: Promise<boolean> | null = null

  const keep = ({ access_token, expires_in }: { access_token: string; expires_in: number }) => {
    token = { value: access_token, until: Date.now() + expires_in * 1000 }
  }
  const forget = () => {
    token = null
    store.set({ at: 'visitor' })
    onEnd()
  }

  async function renew(): Promise<boolean> {
    try {
      const answer = await bare(auth.refresh, {})
      if (answer) keep(answer)
      else token = null
      return answer !== undefined
    } catch (error) {
      if (error instanceof Refused && error.message === REFRESH_IMPOSSIBLE) {
        forget()
        return false
      }
      throw error
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
  const call = createCaller({ fetch: send, token: () => null })

  /** Asked only with a token, and when nobody is loaded yet. */
  async function loadMember() {
    if (!token || store.get().at === 'member') return
    const user = await call(account.getMe, {})
    if (user.name) store.set({ at: 'member', user })
    else await logout()
  }

  /** True when somebody was logged in and is no longer: the caller then leads home. */
  async function logout(): Promise<boolean> {
    const wasIn = token !== null
    if (wasIn) await bare(auth.logout, {})
    forget()
    return wasIn
  }

  return {
    store,
    call,
    /** For streams, and answers that `call` cannot wait for: with the token, which is renewed as it is for calls. */
    fetch: send,
    refresh,
    logout,
    /** Asks for a new token when this one has little left. A failure shows with the next call. */
    renewIfOld: () => (endsSoon() ? refresh().catch(console.error) : Promise.resolve()),
    /** Finds out who is here. Never throws: a failure to ask is a state of its own. */
    async start() {
      try {
        if (await refresh()) await loadMember()
        else if (store.get().at !== 'visitor') store.set({ at: 'visitor' })
      } catch (error) {
        console.error(error)
        store.set(error instanceof Unreachable ? { at: 'offline' } : { at: 'visitor' })
      }
    },
    async login(credentials: Sent<typeof auth.login>['body']) {
      const answer = await bare(auth.login, { body: credentials })
      keep(answer)
      await loadMember()
    },
    /** Hands in the link of a sign-up (which logs in) or of a changed address (which does not). */
    async verifyMail(link: Sent<typeof auth.verifyMail>['body']) {
      const answer = await bare(auth.verifyMail, { body: link })
      if (!answer) return
      keep(answer)
      await loadMember()
    },
    /** After a change of oneself elsewhere: the new user, everywhere at once. */
    update: (user: User) => store.set({ at: 'member', user }),
    /** Asks anew who this is: what is unread may have changed. */
    async reload() {
      const user = await call(account.getMe, {})
      if (store.get().at === 'member') store.set({ at: 'member', user })
    },
  }
}
export type Session = ReturnType<typeof createSession>

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

/** The one logged in, or null. */
export function useUser(): User | null {
  const state = useSessionState()
  return state.at === 'member' ? state.user : null
}
