import { RESET_LINK_S, RESET_TOKEN_S } from '#contract/auth/limits.ts'
import { PASSWORD_COMMON, PASSWORDS_DIFFER, RESET_SENT } from '#contract/auth/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { Reply } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import * as linkQuery from '../emails/link-queries.ts'
import { type BroughtLink, linkSpent, type MailedLinks } from '../emails/links.ts'
import type { MailRequests } from '../emails/mail-requests.ts'
import * as query from '../queries.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { hashToken, newRefreshToken as newToken } from '../sessions/refresh-token.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { isGuessableOf } from './guessable.ts'
import { hashPassword } from './password.ts'

interface Passwords {
  password: string
  password_confirmation: string
}

/** Reset of a forgotten password by an emailed link. */
export function resetService(
  { db, read, clock, newId }: Pick<Deps, 'db' | 'read' | 'clock' | 'newId'>,
  {
    sessions,
    links,
    requests,
  }: {
    sessions: SessionStore
    links: MailedLinks
    requests: MailRequests
  },
) {
  const now = () => clock.now().toISOString()

  async function holderOf(token: string | undefined) {
    if (!token) throw notFound()
    return linkQuery.findResetToken(read, hashToken(token), now())
  }

  async function change(tx: Tx, token: string, passwordHash: string, client: Client) {
    const at = now()
    const right = await linkQuery.spendLink(tx, 'reset_token', hashToken(token), at)
    if (!right?.user_id) throw linkSpent()
    const user = await query.setPasswordHash(tx, right.user_id, passwordHash, at)
    await linkQuery.spendRights(tx, user.id, at)
    await enqueueEmail({ newId, clock }, tx, hashToken(token), {
      letter: 'passwordChanged',
      stays: false,
      to: user.email,
      at,
    })
    const device = await rememberDevice(tx, user.id, client, at)
    return { device, ended: await query.endSessions(tx, user.id, at) }
  }

  return {
    /** Same work and same response whether or not the address is registered. */
    async requestReset({ email }: { email: string }, client: Client) {
      const isNeeded = requests.needsReset(client.address, email)
      const user = await query.findUserByEmail(read, email)
      const owner = isNeeded && user?.status === 'active' ? user : null
      await transact(db, async (tx) => {
        const about = { user_id: owner?.id ?? null, payload: '{}' }
        const { id, url, expires_at } = await links.issue(tx, 'reset_password', RESET_LINK_S, about)
        await enqueueEmail({ newId, clock }, tx, id, {
          letter: 'resetPassword',
          to: owner?.email ?? null,
          url,
          until: expires_at,
        })
      })
      return { message: RESET_SENT }
    },

    async verifyReset(link: BroughtLink) {
      const token = newToken()
      await transact(db, async (tx) => {
        const { user_id } = await links.spend(tx, ['reset_password'], link)
        const expires_at = new Date(clock.now().getTime() + RESET_TOKEN_S * 1000).toISOString()
        const times = { expires_at, used_at: null, created_at: now() }
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
    },

    async hasResetToken(token: string | undefined) {
      if (!(await holderOf(token))) throw notFound()
    },

    async setPassword(
      { password, password_confirmation }: Passwords,
      token: string | undefined,
      client: Client,
    ) {
      const holder = await holderOf(token)
      if (!token || !holder) throw linkSpent()
      if (password !== password_confirmation)
        throw invalid({ password_confirmation: [PASSWORDS_DIFFER] })
      if (isGuessableOf(holder, password)) throw invalid({ password: [PASSWORD_COMMON] })
      const hash = await hashPassword(password)
      const { device, ended } = await transact(db, (tx) => change(tx, token, hash, client))
      await sessions.tell(ended)
      return new Reply(undefined, {
        cookie: [{ name: 'reset_token', value: null, maxAge: 0 }, device],
      })
    },
  }
}
