import { PASSWORD_NONE, PASSWORD_WRONG } from '#contract/messages.ts'
import type { Db } from '#server/db/schema.ts'
import { invalid, notFound } from '#server/http/refusal.ts'
import type { Viewer } from '#server/process/deps.ts'
import type { PasswordAttempts } from './attempts.ts'
import { passwordFits } from './password.ts'
import { findUser } from './queries.ts'

/** A password that is asked for once more, and the field that it was given in. */
interface Given {
  password: string
  field: 'password' | 'current_password'
}

/** The viewer's account, once its password was given; else the refusal of that field. Wrong ones count for this login alone. */
export async function provePassword(
  db: Db,
  attempts: PasswordAttempts,
  viewer: Viewer,
  { password, field }: Given,
) {
  const user = await findUser(db, viewer.id)
  if (!user) throw notFound()
  // Whoever came by another service has none yet.
  if (user.password_hash === null) throw invalid({ [field]: [PASSWORD_NONE] })
  if (!(await passwordFits(user.password_hash, password, attempts.ofSession(viewer))))
    throw invalid({ [field]: [PASSWORD_WRONG] })
  return user
}
