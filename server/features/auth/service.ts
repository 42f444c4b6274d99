// Login, refresh of tokens, logout.

import { ACCOUNT_SUSPENDED, WRONG_LOGIN } from '#contract/auth/messages.ts'
import { foldEmail } from '#contract/shared/email.schema.ts'
import { transact } from '#server/db/transact.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden, notFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import type { Viewer } from '#server/process/deps.ts'
import { passwordFits } from './password/password.ts'
import { loginAttempt } from './password-attempts.ts'
import * as query from './queries.ts'
import { hashToken } from './sessions/refresh-token.ts'
import * as sessions from './sessions/sessions.ts'

interface Login {
  email: string
  password: string
}

/** The user with this address and password. */
export async function recognise(deps: AuthDeps, { email, password }: Login, client: Client) {
  const account = foldEmail(email)
  const user = await query.findUserByEmail(deps.read, account)
  const stored = user?.status === 'deleted' ? null : user?.password_hash
  const attempt = await loginAttempt(deps, account, user?.id, client)
  const fits = await passwordFits(stored, password, attempt)
  if (!user || !fits) throw new ApiError(401, WRONG_LOGIN)
  if (user.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
  return user
}

export async function login(deps: AuthDeps, credentials: Login, client: Client) {
  const user = await recognise(deps, credentials, client)
  return sessions.letIn(
    deps,
    await transact(deps.db, (tx) => sessions.open(deps, tx, user.id, client)),
  )
}

/** Without a cookie the response is 204, not an error. */
export async function refresh(deps: AuthDeps, token: string | undefined) {
  return token ? sessions.refresh(deps, token) : new Reply(undefined, { status: 204 })
}

export async function logout(deps: AuthDeps, token: string | undefined) {
  const refreshToken = token ? await query.findRefreshToken(deps.read, hashToken(token)) : undefined
  if (refreshToken) await sessions.end(deps, refreshToken.session_id, refreshToken.user_id)
  return new Reply(undefined, { cookie: { name: 'refresh_token', value: null, maxAge: 0 } })
}

export async function listSessions(deps: AuthDeps, { id, sessionId }: Viewer) {
  const live = await query.liveSessions(deps.read, id)
  return live.map((session) => ({ ...session, current: session.id === sessionId }))
}

export async function endSession(deps: AuthDeps, viewer: Viewer, sessionId: string) {
  if (!(await sessions.end(deps, sessionId, viewer.id))) throw notFound()
}
