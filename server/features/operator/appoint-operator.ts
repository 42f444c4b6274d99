// Appoints and dismisses operators. Available from the machine's shell only, never from a page.

import { lockSequence } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { isReserved, skeletonOf } from '#server/features/auth/handle.ts'
import { newNotificationSetting, newUser } from '#server/features/auth/new-user.ts'
import { isGuessableOf } from '#server/features/auth/password/guessable.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import * as people from '#server/features/auth/queries.ts'
import { userText } from '#server/features/profile/member.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { record, SHELL } from './audit.ts'
import { changeUser, countOperators, OPERATORS } from './people/queries.ts'

export interface NewOperator {
  name: string
  display_name: string
  email: string
  password: string
  birth_y: number
  birth_m: number
  birth_d: number
}

/** Failure of an admin command, with a message for the shell. */
export class AppointmentError extends Error {}

async function setRole(
  deps: Deps,
  tx: Tx,
  user: Pick<Schema['user'], 'id' | 'role'>,
  role: 'member' | 'operator',
) {
  if (user.role === role) return
  await changeUser(tx, user.id, { role }, isoNow(deps))
  await record(tx, deps, SHELL, {
    action: role === 'operator' ? 'operator.appoint' : 'operator.dismiss',
    target: `user:${user.id}`,
    before: { role: user.role },
    after: { role },
  })
}

/** Refuses to dismiss the last operator. */
async function assertOtherOperator(tx: Tx) {
  await lockSequence(tx, OPERATORS)
  if ((await countOperators(tx)) <= 1)
    throw new AppointmentError('there is no other operator: appoint one first')
}

async function change(deps: Deps, name: string, role: 'member' | 'operator') {
  await transact(deps.db, async (tx) => {
    const user = await people.findUserByName(tx, name)
    if (user?.status !== 'active') throw new AppointmentError(`nobody is called ${name}`)
    if (role === 'member' && user.role === 'operator') await assertOtherOperator(tx)
    await setRole(deps, tx, user, role)
  })
}

export const appoint = (deps: Deps, name: string) => change(deps, name, 'operator')

/** Their sessions lose access to the admin pages at once; the account stays. */
export const dismiss = (deps: Deps, name: string) => change(deps, name, 'member')

/** Creates an operator's account, as needed for the first one. */
export async function create(deps: Deps, { password, ...facts }: NewOperator) {
  if (isGuessableOf(facts, password))
    throw new AppointmentError('the password is too easy to guess')
  const now = isoNow(deps)
  const password_hash = await hashPassword(password)
  await transact(deps.db, async (tx) => {
    if (await people.findUserByEmail(tx, facts.email))
      throw new AppointmentError('the address has an account: use appoint')
    if (isReserved(facts.name) || (await people.isNameTaken(tx, skeletonOf(facts.name))))
      throw new AppointmentError(`the name ${facts.name} is taken`)
    const user = newUser(
      { ...facts, password_hash, gender: 9, terms_accepted_at: now, guardian_consent_at: null },
      deps.newId(),
      now,
    )
    if (!(await people.insertUser(tx, user)))
      throw new AppointmentError('the name or address is taken')
    await people.insertNotificationSetting(tx, newNotificationSetting(user.id))
    await deps.engine.search.put(tx, 'user', user.id, userText(user))
    await setRole(deps, tx, user, 'operator')
  })
}
