import { lockSeries } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { isGuessableOf } from '#server/features/auth/guessable.ts'
import { isReserved, skeletonOf } from '#server/features/auth/handle.ts'
import { newNotificationSetting, newUser } from '#server/features/auth/new-user.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import * as people from '#server/features/auth/queries.ts'
import { userText } from '#server/features/profile/member.ts'
import type { Deps } from '#server/process/deps.ts'
import { record, SHELL } from './audit.ts'
import { countOperators, OPERATORS } from './people/queries.ts'

type AppointDeps = Pick<Deps, 'db' | 'engine' | 'clock' | 'newId'>

export interface NewOperator {
  name: string
  display_name: string
  email: string
  password: string
  birth_y: number
  birth_m: number
  birth_d: number
}

/** What cannot be done, said to whoever sits at the shell. */
export class Impossible extends Error {}

/** Who may run the service. Only whoever holds the machine appoints: no page does. */
export function appointing(deps: AppointDeps) {
  const { db, engine, clock, newId } = deps

  async function setRole(
    tx: Tx,
    user: Pick<Schema['user'], 'id' | 'role'>,
    role: 'member' | 'operator',
  ) {
    if (user.role === role) return
    await tx
      .updateTable('user')
      .set({ role, updated_at: clock.now().toISOString() })
      .where('id', '=', user.id)
      .execute()
    await record(tx, deps, SHELL, {
      action: role === 'operator' ? 'operator.appoint' : 'operator.dismiss',
      target: `user:${user.id}`,
      before: { role: user.role },
      after: { role },
    })
  }

  /** Whoever is dismissed last leaves a desk that nobody can open. */
  async function demandAnother(tx: Tx) {
    await lockSeries(tx, OPERATORS)
    if ((await countOperators(tx)) <= 1)
      throw new Impossible('there is no other operator: appoint one first')
  }

  async function change(name: string, role: 'member' | 'operator') {
    await transact(db, async (tx) => {
      const user = await people.findUserByName(tx, name)
      if (user?.status !== 'active') throw new Impossible(`nobody is called ${name}`)
      if (role === 'member' && user.role === 'operator') await demandAnother(tx)
      await setRole(tx, user, role)
    })
  }

  return {
    appoint: (name: string) => change(name, 'operator'),
    /** Their logins lose the desk at once; they stay members. */
    dismiss: (name: string) => change(name, 'member'),

    /** An account of an operator's own: the first one has nobody who could let it in. */
    async create({ password, ...facts }: NewOperator) {
      if (isGuessableOf(facts, password)) throw new Impossible('the password is too easy to guess')
      const now = clock.now().toISOString()
      const password_hash = await hashPassword(password)
      await transact(db, async (tx) => {
        if (await people.findUserByEmail(tx, facts.email))
          throw new Impossible('the address has an account: use appoint')
        if (isReserved(facts.name) || (await people.isNameTaken(tx, skeletonOf(facts.name))))
          throw new Impossible(`the name ${facts.name} is taken`)
        const user = newUser(
          { ...facts, password_hash, gender: 9, terms_accepted_at: now, guardian_consent_at: null },
          newId(),
          now,
        )
        if (!(await people.insertUser(tx, user)))
          throw new Impossible('the name or address is taken')
        await people.insertNotificationSetting(tx, newNotificationSetting(user.id))
        await engine.search.put(tx, 'user', user.id, userText(user))
        await setRole(tx, user, 'operator')
      })
    },
  }
}
