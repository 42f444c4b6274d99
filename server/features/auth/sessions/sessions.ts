// Sessions and their refresh tokens. Tokens rotate: of each session's family one is valid.

import {
  ACCESS_TOKEN_S,
  REFRESH_COOKIE_S,
  REFRESH_GRACE_MS,
  SESSION_MAX_DAYS,
} from '#contract/auth/limits.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { REFRESH_IMPOSSIBLE } from '#contract/shared/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { Reply, type SetCookie } from '#server/http/answers/reply.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { AuthDeps } from '../deps.ts'
import * as query from '../queries.ts'
import { SESSION_ENDED } from './access-token.ts'
import { meetDevice } from './known-devices.ts'
import { hashToken, newRefreshToken, successorOf } from './refresh-token.ts'

interface Opened {
  userId: string
  sessionId: string
  refreshToken: string
  /** Device cookie; set at login only. */
  device?: SetCookie
}

const insertToken = (tx: Tx, sessionId: string, hash: string, now: Date) =>
  query.insertRefreshToken(tx, {
    token_hash: hash,
    session_id: sessionId,
    successor_hash: null,
    used_at: null,
    expires_at: new Date(now.getTime() + REFRESH_COOKIE_S * 1000).toISOString(),
    created_at: now.toISOString(),
  })

/** Response for an open session: an access token and the refresh cookie. */
export async function letIn(deps: AuthDeps, { userId, sessionId, refreshToken, device }: Opened) {
  const access_token = await deps.signToken(userId, sessionId)
  return new Reply(
    { access_token, token_type: 'bearer' as const, expires_in: ACCESS_TOKEN_S, user_id: userId },
    {
      cookie: [
        { name: 'refresh_token', value: refreshToken, maxAge: REFRESH_COOKIE_S },
        ...(device ? [device] : []),
      ],
    },
  )
}

/** Makes every process drop its cached tokens of these sessions. Call it after the commit. */
export const tell = (deps: AuthDeps, sessionIds: string[]) =>
  Promise.all(sessionIds.map((id) => deps.bus.publish(SESSION_ENDED, id)))

export async function end(deps: AuthDeps, sessionId: string, userId: string): Promise<boolean> {
  const ended = await query.endSession(deps.db, sessionId, userId, isoNow(deps))
  if (ended) await tell(deps, [sessionId])
  return ended !== undefined
}

/** Replaces a token by its successor; null for an invalid token. */
async function rotate(tx: Tx, hash: string, successor: string, now: Date) {
  const refreshToken = await query.findRefreshToken(tx, hash)
  if (!refreshToken || refreshToken.revoked_at || refreshToken.status !== 'active') return null
  if (refreshToken.expires_at <= now.toISOString()) return null
  if (now.getTime() - Date.parse(refreshToken.opened_at) >= SESSION_MAX_DAYS * DAY_MS) return null
  if (await query.spendRefreshToken(tx, hash, successor, now.toISOString())) {
    await insertToken(tx, refreshToken.session_id, successor, now)
    await query.touchSession(tx, refreshToken.session_id, now.toISOString())
    return { ...refreshToken, replayed: false }
  }
  // Another request spent the token first: read the rows again, as they may have changed since the first query.
  const spent = await query.findRefreshToken(tx, hash)
  const next = await query.findRefreshToken(tx, successor)
  return { ...refreshToken, replayed: !inGrace(spent?.used_at, next?.used_at, now) }
}

/** Opens a session on this device for an authenticated user. */
export async function open(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  client: Client,
): Promise<Opened> {
  const now = deps.clock.now()
  const at = now.toISOString()
  const id = deps.newId()
  const times = { created_at: at, last_seen_at: at, revoked_at: null, confirmed_at: null }
  const device = await meetDevice(deps, tx, userId, client)
  await query.insertSession(tx, { id, user_id: userId, device: client.device, ...times })
  const refreshToken = newRefreshToken()
  await insertToken(tx, id, hashToken(refreshToken), now)
  return { userId, sessionId: id, refreshToken, device }
}

export async function refresh(deps: AuthDeps, token: string) {
  const refreshToken = successorOf(token, deps.secrets.link)
  const known = await transact(deps.db, (tx) =>
    rotate(tx, hashToken(token), hashToken(refreshToken), deps.clock.now()),
  )
  if (!known) throw new ApiError(500, REFRESH_IMPOSSIBLE)
  const { session_id: sessionId, user_id: userId, replayed } = known
  if (replayed) {
    // Reuse of a spent token, possibly a stolen one: revoke the whole family.
    await end(deps, sessionId, userId)
    throw new ApiError(500, REFRESH_IMPOSSIBLE)
  }
  const [{ body, cookies }, user] = await Promise.all([
    letIn(deps, { userId, sessionId, refreshToken }),
    // The token is spent by now: its successor must arrive also if the account cannot be read.
    deps
      .accountOf(userId)
      .catch((error: unknown) =>
        deps.log.error({ error: String(error) }, 'Could not read the account.'),
      ),
  ])
  return new Reply({ ...body, ...(user && { user }) }, { cookie: [...cookies] })
}

/** Whether a spent token still yields its successor: for a second tab that sent it at about the same time. */
export function inGrace(
  usedAt: string | null | undefined,
  successorUsedAt: string | null | undefined,
  now: Date,
): boolean {
  if (!usedAt || successorUsedAt !== null) return false
  return now.getTime() - Date.parse(usedAt) <= REFRESH_GRACE_MS
}
