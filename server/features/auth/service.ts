import { ACCOUNT_SUSPENDED, WRONG_LOGIN } from '#contract/auth/messages.ts'
import { foldEmail } from '#contract/email.schema.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError, forbidden, notFound } from '#server/http/api-error.ts'
import { Reply } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { PasswordAttempts } from './attempts.ts'
import { passwordFits } from './password/password.ts'
import * as query from './queries.ts'
import { hashToken } from './sessions/refresh-token.ts'
import type { SessionStore } from './sessions/sessions.ts'

interface Login {
  email: string
  password: string
}

/** Login, refresh of tokens, logout. */
export function authService(
  { db, read }: Pick<Deps, 'db' | 'read'>,
  sessions: SessionStore,
  attempts: PasswordAttempts,
) {
  /** The user with this address and password. */
  async function recognise({ email, password }: Login, client: Client) {
    const account = foldEmail(email)
    const user = await query.findUserByEmail(read, account)
    const stored = user?.status === 'deleted' ? null : user?.password_hash
    const attempt = await attempts.ofLogin(account, user?.id, client)
    const fits = await passwordFits(stored, password, attempt)
    if (!user || !fits) throw new ApiError(401, WRONG_LOGIN)
    if (user.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
    return user
  }

  return {
    recognise,

    async login(credentials: Login, client: Client) {
      const user = await recognise(credentials, client)
      return sessions.letIn(await transact(db, (tx) => sessions.open(tx, user.id, client)))
    },

    /** Without a cookie the response is 204, not an error. */
    async refresh(token: string | undefined) {
      return token ? sessions.refresh(token) : new Reply(undefined, { status: 204 })
    },

    async logout(token: string | undefined) {
      const found = token ? await query.findRefreshToken(read, hashToken(token)) : undefined
      if (found) await sessions.end(found.session_id, found.user_id)
      return new Reply(undefined, { cookie: { name: 'refresh_token', value: null, maxAge: 0 } })
    },

    async listSessions({ id, sessionId }: Viewer) {
      const live = await query.liveSessions(read, id)
      return live.map((session) => ({ ...session, current: session.id === sessionId }))
    },

    async endSession(viewer: Viewer, sessionId: string) {
      if (!(await sessions.end(sessionId, viewer.id))) throw notFound()
    },
  }
}
