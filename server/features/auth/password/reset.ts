// Reset of a forgotten password by an emailed link.

import { RESET_LINK_S, RESET_TOKEN_S } from '#contract/auth/limits.ts'
import { PASSWORD_COMMON, PASSWORDS_DIFFER, RESET_SENT } from '#contract/auth/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import * as links from '../emails/email-links.ts'
import { type BroughtLink, linkSpent } from '../emails/email-links.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import * as linkQuery from '../emails/link-queries.ts'
import * as requests from '../emails/mail-requests.ts'
import { storedNext } from '../next-page.ts'
import * as query from '../queries.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { hashToken, newRefreshToken as newToken } from '../sessions/refresh-token.ts'
import * as sessions from '../sessions/sessions.ts'
import { isGuessableOf } from './guessable.ts'
import { hashPassword } from './password.ts'

interface Passwords {
  password: string
  password_confirmation: string
}

async function holderOf(deps: AuthDeps, token: string | undefined) {
  if (!token) throw notFound()
  return linkQuery.findResetToken(deps.read, hashToken(token), isoNow(deps))
}

async function change(deps: AuthDeps, tx: Tx, token: string, passwordHash: string, client: Client) {
  const at = isoNow(deps)
  const right = await linkQuery.spendLink(tx, 'reset_token', hashToken(token), at)
  if (!right?.user_id) throw linkSpent()
  const user = await query.setPasswordHash(tx, right.user_id, passwordHash, at)
  await linkQuery.spendRights(tx, user.id, at)
  await enqueueEmail(deps, tx, hashToken(token), {
    letter: 'passwordChanged',
    stays: false,
    to: user.email,
    at,
  })
  const device = await rememberDevice(tx, user.id, client, at)
  return { device, ended: await query.endSessions(tx, user.id, at) }
}

/** Same work and same response whether or not the address is registered. */
export async function requestReset(
  deps: AuthDeps,
  { email, next }: { email: string; next?: string | undefined },
  client: Client,
) {
  const isNeeded = requests.needsReset(deps, client.address, email)
  const user = await query.findUserByEmail(deps.read, email)
  const owner = isNeeded && user?.status === 'active' ? user : null
  const payload = JSON.stringify(storedNext(deps, next))
  await transact(deps.db, async (tx) => {
    const about = { user_id: owner?.id ?? null, payload }
    const { id, url, expires_at } = await links.issue(
      deps,
      tx,
      'reset_password',
      RESET_LINK_S,
      about,
    )
    await enqueueEmail(deps, tx, id, {
      letter: 'resetPassword',
      to: owner?.email ?? null,
      url,
      until: expires_at,
    })
  })
  return { message: RESET_SENT }
}

export async function verifyReset(deps: AuthDeps, link: BroughtLink) {
  const token = newToken()
  await transact(deps.db, async (tx) => {
    const { user_id } = await links.spend(deps, tx, ['reset_password'], link)
    const expires_at = new Date(deps.clock.now().getTime() + RESET_TOKEN_S * 1000).toISOString()
    const times = { expires_at, used_at: null, created_at: isoNow(deps) }
    const id = hashToken(token)
    await linkQuery.insertLink(tx, {
      id,
      user_id,
      purpose: 'reset_token',
      payload: '{}',
      ...times,
    })
  })
  return new Reply(undefined, {
    cookie: { name: 'reset_token', value: token, maxAge: RESET_TOKEN_S },
  })
}

export async function hasResetToken(deps: AuthDeps, token: string | undefined) {
  if (!(await holderOf(deps, token))) throw notFound()
}

export async function setPassword(
  deps: AuthDeps,
  { password, password_confirmation }: Passwords,
  token: string | undefined,
  client: Client,
) {
  const holder = await holderOf(deps, token)
  if (!token || !holder) throw linkSpent()
  if (password !== password_confirmation)
    throw invalid({ password_confirmation: [PASSWORDS_DIFFER] })
  if (isGuessableOf(holder, password)) throw invalid({ password: [PASSWORD_COMMON] })
  const hash = await hashPassword(password)
  const { device, ended } = await transact(deps.db, (tx) => change(deps, tx, token, hash, client))
  await sessions.tell(deps, ended)
  return new Reply(undefined, {
    cookie: [{ name: 'reset_token', value: null, maxAge: 0 }, device],
  })
}
