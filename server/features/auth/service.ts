import {
  ACCESS_TOKEN_S,
  LOGIN_TRIES,
  REFRESH_COOKIE_S,
  REFRESH_GRACE_MS,
} from '#contract/limits.ts'
import {
  ACCOUNT_SUSPENDED,
  REFRESH_IMPOSSIBLE,
  TOO_MANY_LOGINS,
  WRONG_LOGIN,
} from '#contract/messages.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { forbidden, notFound, Refusal } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { type AccessTokens, SESSION_ENDED } from './access-token.ts'
import { passwordFits } from './password.ts'
import * as query from './queries.ts'
import { hashToken, newRefreshToken, successorOf } from './refresh-token.ts'

type AuthDeps = Pick<
  Deps,
  'engine' | 'db' | 'read' | 'clock' | 'newId' | 'bus' | 'secrets' | 'config'
>

/** Everything about being logged in: getting in, staying in, getting out. */
export function authService(deps: AuthDeps, tokens: AccessTokens) {
  const { db, read, clock, newId, bus, secrets, config } = deps
  const tries = createThrottle(clock, LOGIN_TRIES, config.rateLimits)
  const expiry = () => new Date(clock.now().getTime() + REFRESH_COOKIE_S * 1000).toISOString()

  async function letIn(userId: string, sessionId: string, refreshToken: string) {
    const access_token = await tokens.sign(userId, sessionId)
    return new Reply(
      { access_token, token_type: 'bearer' as const, expires_in: ACCESS_TOKEN_S },
      { cookie: { name: 'refresh_token', value: refreshToken, maxAge: REFRESH_COOKIE_S } },
    )
  }

  /** A new session on this device, for a user whom the caller has made sure of. */
  async function open(userId: string, client: Client) {
    const now = clock.now().toISOString()
    const token = newRefreshToken()
    const id = newId()
    await transact(db, async (tx) => {
      await query.insertSession(tx, {
        id,
        user_id: userId,
        device: client.device,
        created_at: now,
        last_seen_at: now,
        revoked_at: null,
      })
      await keepToken(tx, id, token, now)
    })
    return letIn(userId, id, token)
  }

  const keepToken = (
    tx: Parameters<typeof query.insertRefreshToken>[0],
    sessionId: string,
    token: string,
    now: string,
  ) =>
    query.insertRefreshToken(tx, {
      token_hash: hashToken(token),
      session_id: sessionId,
      successor_hash: null,
      used_at: null,
      expires_at: expiry(),
      created_at: now,
    })

  async function end(sessionId: string, userId: string): Promise<boolean> {
    const ended = await query.endSession(db, sessionId, userId, clock.now().toISOString())
    if (ended) await bus.publish(SESSION_ENDED, sessionId)
    return ended !== undefined
  }

  return {
    async login({ email, password }: { email: string; password: string }, client: Client) {
      const account = email.toLowerCase()
      const keys = [`address ${client.address}`, `account ${account}`]
      for (const key of keys) tries.check(key, TOO_MANY_LOGINS)
      const user = await query.findUserByEmail(read, account)
      if (!(await passwordFits(user?.password_hash, password)) || user?.status === 'deleted') {
        for (const key of keys) tries.count(key, TOO_MANY_LOGINS)
        throw new Refusal(401, WRONG_LOGIN)
      }
      if (user!.status === 'suspended') throw forbidden(ACCOUNT_SUSPENDED)
      return open(user!.id, client)
    },

    /** Without a cookie there is nobody to refresh, and that is no error. */
    async refresh(token: string | undefined) {
      if (!token) return new Reply(undefined, { status: 204 })
      const now = clock.now()
      const hash = hashToken(token)
      const successor = successorOf(token, secrets.link)
      const known = await transact(db, async (tx) => {
        const found = await query.findRefreshToken(tx, hash)
        if (!found || found.revoked_at || found.status !== 'active') return null
        if (found.expires_at <= now.toISOString()) return null
        if (await query.spendRefreshToken(tx, hash, hashToken(successor), now.toISOString())) {
          await keepToken(tx, found.session_id, successor, now.toISOString())
          await query.touchSession(tx, found.session_id, now.toISOString())
          return { ...found, replayed: false }
        }
        const next = await query.findRefreshToken(tx, hashToken(successor))
        const late = now.getTime() - Date.parse(found.used_at ?? '') > REFRESH_GRACE_MS
        return { ...found, replayed: late || next?.used_at !== null }
      })
      if (!known) throw new Refusal(500, REFRESH_IMPOSSIBLE)
      if (known.replayed) {
        // Somebody has an old token: whoever it is, nobody of this family goes on.
        await end(known.session_id, known.user_id)
        throw new Refusal(500, REFRESH_IMPOSSIBLE)
      }
      return letIn(known.user_id, known.session_id, successor)
    },

    async logout(token: string | undefined) {
      const found = token ? await query.findRefreshToken(read, hashToken(token)) : undefined
      if (found) await end(found.session_id, found.user_id)
      return new Reply(undefined, { cookie: { name: 'refresh_token', value: null, maxAge: 0 } })
    },

    async listSessions({ id, sessionId }: Viewer) {
      const sessions = await query.liveSessions(read, id)
      return sessions.map((session) => ({ ...session, current: session.id === sessionId }))
    },

    async endSession(viewer: Viewer, sessionId: string) {
      if (!(await end(sessionId, viewer.id))) throw notFound()
    },
  }
}
