import { PASSWORD_NONE, PASSWORD_WRONG } from '#contract/auth/messages.ts'
import type { Db } from '#server/db/schema.ts'
import { invalid, orNotFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { passwordFits } from './password/password.ts'
import { sessionAttempt } from './password-attempts.ts'
import { findUser } from './queries.ts'

/** Password of a repeated prompt, and the form field it came in. */
interface PasswordInput {
  password: string
  field: 'password' | 'current_password'
}

/**
 * Returns the viewer's account if the password is right; else refuses the field. Attempts are counted per session.
 */
export async function provePassword(
  deps: Deps,
  db: Db,
  viewer: Viewer,
  { password, field }: PasswordInput,
) {
  const user = orNotFound(await findUser(db, viewer.id))
  // Accounts created by social login have no password yet.
  if (user.password_hash === null) throw invalid({ [field]: [PASSWORD_NONE] })
  if (!(await passwordFits(user.password_hash, password, sessionAttempt(deps, viewer))))
    throw invalid({ [field]: [PASSWORD_WRONG] })
  return user
}
