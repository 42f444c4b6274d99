// Changes of password and email. Both require the password, in case an unlocked phone is in other hands.

import { EMAIL_LINK_S } from '#contract/auth/limits.ts'
import { EMAIL_SAME, EMAIL_SENT, PASSWORD_COMMON, PASSWORD_WRONG } from '#contract/auth/messages.ts'
import { transact } from '#server/db/transact.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as links from './emails/email-links.ts'
import { enqueueEmail } from './emails/enqueue-email.ts'
import * as linkQuery from './emails/link-queries.ts'
import * as requests from './emails/mail-requests.ts'
import { isGuessableOf } from './password/guessable.ts'
import { hashPassword } from './password/password.ts'
import { provePassword } from './prove-password.ts'
import * as query from './queries.ts'
import * as sessions from './sessions/sessions.ts'

export async function changePassword(
  deps: AuthDeps,
  viewer: Viewer,
  { current_password, password }: { current_password: string; password: string },
) {
  const passwordInput = { password: current_password, field: 'current_password' } as const
  const user = await provePassword(deps, deps.read, viewer, passwordInput)
  if (isGuessableOf(user, password)) throw invalid({ password: [PASSWORD_COMMON] })
  const hash = await hashPassword(password)
  const ended = await transact(deps.db, async (tx) => {
    const at = isoNow(deps)
    // The password was changed concurrently.
    const { password_hash, email } = await query.lockUser(tx, user.id)
    if (password_hash !== user.password_hash) throw invalid({ current_password: [PASSWORD_WRONG] })
    await query.setPasswordHash(tx, user.id, hash, at)
    await linkQuery.spendRights(tx, user.id, at)
    const emailContent = { letter: 'passwordChanged' as const, at, stays: true }
    await enqueueEmail(deps, tx, deps.newId(), { ...emailContent, to: email })
    return query.endSessions(tx, user.id, at, viewer.sessionId)
  })
  await sessions.tell(deps, ended)
}

/** Same work and same response whether or not the address is registered: only the email reveals it. */
export async function changeEmail(
  deps: AuthDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
  client: Client,
) {
  const passwordInput = { password, field: 'password' } as const
  const user = await provePassword(deps, deps.read, viewer, passwordInput)
  if (email === user.email) throw invalid({ email: [EMAIL_SAME] })
  requests.count(deps, client.address, email)
  const known = await query.findUserByEmail(deps.read, email)
  await transact(deps.db, async (tx) => {
    const at = isoNow(deps)
    const about = { user_id: user.id, payload: JSON.stringify({ email }) }
    const { id, url, expires_at } = await links.issue(deps, tx, 'change_email', EMAIL_LINK_S, about)
    await enqueueEmail(deps, tx, id, {
      ...(known ? { letter: 'emailTaken' as const } : { letter: 'changeEmail' as const, url }),
      to: email,
      until: expires_at,
    })
    await enqueueEmail(deps, tx, id, {
      letter: 'emailChangeAsked',
      to: user.email,
      at,
    })
  })
  return { message: EMAIL_SENT }
}
