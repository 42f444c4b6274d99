import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '#contract/lib/durations.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { callerOf, type World, withRetry } from './buyer.ts'
import type { Environment } from './environment.ts'
import { addPerson } from './people.ts'
import { letTimePass } from './settle.ts'

const OPERATOR = 'judge'
const LOOK_MS = 500
const MAX_LOOKS = 600
/** A billing period: every subscription is renewed, or fails. */
const MONTH_MS = 32 * DAY_MS
const RENEWING_MS = 1_500
/** One after a suspension, and one after the month. */
export const SUSPENSION_KILLS = 2
/** Ten whole days, which are paid back. */
const SUSPENDED_MS = 10.5 * DAY_MS

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

/** Waits until each charge of a suspended room is paused, or goes on: in truth this takes minutes, and not the next weeks. */
async function waitUntilPaused({ db }: Engine) {
  const past = new Date(0).toISOString()
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const due = await db
      .updateTable('outbox')
      .set({ due_at: past })
      .where('topic', '=', 'suspension')
      .where('key', 'not like', '%:again')
      .where('done_at', 'is', null)
      .returning('id')
      .execute()
    if (due.length === 0) return
    await pause(LOOK_MS)
  }
  throw new Error('the charges of a suspended room were not paused')
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
  await waitUntilPaused(engine)
  await letTimePass(environment, SUSPENDED_MS)
  log('the first returns, and the month ends')
  await operator.restore(first)
  await killAmidWork()
  await waitUntilPaused(engine)
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
