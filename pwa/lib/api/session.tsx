import { createContext, useContext } from 'react'
import type { User } from '#contract/account/calls.ts'
import { useStore } from '../store.ts'
import { type SessionState, userIn } from './session-state.ts'
import type { Session } from './user-session.ts'

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no SessionProvider')
  return session
}
export const useSessionState = (): SessionState => useStore(useSession().store)

/** The logged-in user, or the stored member while offline, or null. */
export const useUser = (): User | null => userIn(useSessionState())
