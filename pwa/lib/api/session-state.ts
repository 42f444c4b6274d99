import type { User } from '#contract/account/calls.ts'

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

/** The logged-in user, or the stored member while offline, or null. */
export const userIn = (state: SessionState): User | null => ('user' in state ? state.user : null)

/** The member of this device whose session the server has not confirmed yet. */
export const assumedUserIn = (state: SessionState): User | null =>
  state.at === 'member' && state.isAssumed ? state.user : null

/** Whether the server has confirmed the session of a logged-in user. */
export const isConfirmed = (state: SessionState) => state.at === 'member' && !state.isAssumed
