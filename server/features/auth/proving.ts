import { PASSWORD_NONE, PASSWORD_WRONG } from '#contract/messages.ts'
import type { Db } from '#server/db/schema.ts'
import type { Viewer } from '#server/deps.ts'
import { invalid, notFound } from '#server/http/refusal.ts'
import type { Client } from '#server/http/routes.ts'
import type { LoginTries } from './login-tries.ts'
import { passwordFits } from './password.ts'
import { findUser } from './queries.ts'

/** A password that is asked for once more, and the field that it was given in. */
interface Given {
  password: string
  field: 'password' | 'current_password'
}

/** The viewer's account, once its password was given; else the refusal of that field. Wrong ones count as wrong logins do. */
export async function provePassword(
  db: Db,
  tries: LoginTries,
  viewer: Viewer,
  { password, field }: Given,
  { address }: Pick<Client, 'address'>,
) {
  const user = await findUser(db, viewer.id)
  if (!user) throw notFound()
  // Whoever came by another service has none yet.
  if (user.password_hash === null) throw invalid({ [field]: [PASSWORD_NONE] })
  const counted = tries.of(user.email, address)
  counted.check()
  if (!(await passwordFits(user.password_hash, password, counted)))
    throw invalid({ [field]: [PASSWORD_WRONG] })
  return user
}
