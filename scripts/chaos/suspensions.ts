import { setTimeout as pause } from 'node:timers/promises'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { callerOf, type World, withRetry } from './buyer.ts'
import type { Environment } from './environment.ts'
import { addPerson } from './people.ts'
import { letTimePass } from './settle.ts'

const OPERATOR = 'judge'
/** A billing period: every subscription is renewed, or fails. */
const MONTH_MS = 32 * 86_400_000
const RENEWING_MS = 1_500
/** Ten whole days, which are paid back. */
const SUSPENDED_MS = 10.5 * 86_400_000

/** An operator who suspends rooms and restores them. `now`: the server's clock. */
async function createOperator(world: World, { db }: Engine, now: () => Date) {
  await addPerson(db, OPERATOR)
  await db.updateTable('user').set({ role: 'operator' }).where('id', '=', OPERATOR).execute()
  const turn = async (owner: string, call: 'suspendRoom' | 'restoreRoom') => {
    // The password that an operator types again.
    await db
      .updateTable('session')
      .set({ confirmed_at: now().toISOString() })
      .where('user_id', '=', OPERATOR)
      .execute()
    const input = { params: { id: owner }, body: { reason: '確認のため' } }
    await withRetry(() => callerOf(world, OPERATOR)(operatorRooms[call], input))
  }
  return {
    suspend: (owner: string) => turn(owner, 'suspendRoom'),
    restore: (owner: string) => turn(owner, 'restoreRoom'),
  }
}

/**
 * A month, in which two rooms are suspended: the first for some days, the next beyond the end of its members'
 * paid months. Returns how that one is restored.
 */
export async function passMonth(
  environment: Environment,
  world: World,
  [first = '', second]: string[],
  log: (line: string) => void,
) {
  const { site, engine } = environment
  const now = () => new Date(Date.now() + site.offsetMs())
  const operator = await createOperator(world, engine, now)
  const killAmidWork = async () => {
    await pause(RENEWING_MS)
    await site.shoot()
    await pause(RENEWING_MS)
  }
  log('two rooms are suspended')
  await operator.suspend(first)
  if (second) await operator.suspend(second)
  await letTimePass(environment, SUSPENDED_MS)
  log('the first returns, and the month ends')
  await operator.restore(first)
  await killAmidWork()
  await letTimePass(environment, MONTH_MS - SUSPENDED_MS)
  await killAmidWork()
  return async () => {
    if (second) await operator.restore(second)
  }
}

/** Months of which days were paid back. */
export const countUnusedDays = async ({ db }: Engine) =>
  (
    await db
      .selectFrom('refund')
      .select('id')
      .where('reason', 'like', 'unused_days:%')
      .where('state', '=', 'done')
      .execute()
  ).length
