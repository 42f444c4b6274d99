import type { User } from '#contract/account/calls.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'

/** Dependencies of sign-up and login. */
export interface AuthDeps extends Deps {
  /** An access token of this session. */
  signToken: (userId: string, sessionId: string) => Promise<string>
  /** A user's own account, as `/me` shows it. */
  accountOf: (userId: string) => Promise<User>
  /** Runs in the transaction that inserts a user: for rows that other features keep per user. */
  onNewUser: (tx: Tx, user: Schema['user']) => Promise<void>
}
