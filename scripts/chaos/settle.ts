import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import type { Environment } from './environment.ts'

/** Longer than a seat is held, so that abandoned orders have expired. */
export const ADVANCE_MS = 25 * 60_000
/** Longer than a lease, so that the jobs of a killed process are free. */
export const LEASES_MS = 2 * 60_000
const PAUSE_MS = 250
/** The clock advance of each poll: the provider books a payment or refund with a delay. */
const LOOK_MS = 2_000
const KNOCK_MS = 5_000
/** A charge that was disputed cannot be refunded: the refund stays open, as a task for an operator. */
const ASKED_BACK = 'charged back'
/** The number of polls without progress after which the server counts as stuck. */
const IDLE_LOOKS = 200
/** Longer than the lease of a killed process. */
const MAX_LOOKS = 1_000

/** Advances the clocks of server and provider while the server is down. */
export async function letTimePass(
  { site, sandbox }: Pick<Environment, 'site' | 'sandbox'>,
  ms: number,
) {
  await site.kill()
  site.later(ms)
  await sandbox.control.advance(ms)
  await site.start()
}

/** Waits until the job that offers free seats to people who wait has run once more. */
export async function waitUntilOffered({ db }: Pick<Engine, 'db'>) {
  const lastRun = async () => {
    const of = db.selectFrom('job').select('last_run_at').where('name', '=', 'waiting')
    return (await of.executeTakeFirst())?.last_run_at
  }
  const before = await lastRun()
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    if ((await lastRun()) !== before) return
    await pause(PAUSE_MS)
  }
  throw new Error('no seats were offered')
}

/** Waits until no work is left, and triggers the sweep. Returns the unfinished work. */
export async function waitUntilSettled(
  { db }: Engine,
  sandbox: Sandbox,
  log: (line: string) => void = () => {},
) {
  let left: string[] = []
  let done = -1
  let quiet = 0
  for (let idle = 0, looks = 0; idle < IDLE_LOOKS && quiet < 3; idle++, looks++) {
    await sandbox.control.advance(LOOK_MS)
    await sandbox.control.rest().catch(() => null)
    await nameBankAccounts(db, sandbox)
    const past = new Date(0).toISOString()
    await db.updateTable('job').set({ due_at: past }).where('name', '=', 'payments').execute()
    await db
      .updateTable('attempt')
      .set({ unbooked_at: past })
      .where('unbooked_at', 'is not', null)
      .execute()
    // The clock jumps by hours, whose retries must not count. A job refused for good would be retried four times a
    // second, always due before other jobs, which would starve.
    await db
      .updateTable('outbox')
      .set({ due_at: past, attempts: 0 })
      .where('done_at', 'is', null)
      .where('leased_by', 'is', null)
      .where((eb) => eb.or([eb('error', 'is', null), eb('error', 'not like', `%${ASKED_BACK}%`)]))
      .execute()
    await pause(PAUSE_MS)
    left = await unfinished(db)
    // The sweep itself creates work: counts polls in a row without any.
    quiet = left.length === 0 ? quiet + 1 : 0
    const doneNow = await countDone(db)
    if (doneNow !== done) idle = 0
    done = doneNow
    if (looks % 40 === 0) log(`${left.length} things are left to do`)
  }
  return left
}

/** Buyers who paid in a store tell the provider where their refunds go. */
async function nameBankAccounts(db: Engine['db'], sandbox: Sandbox) {
  const waiting = await db
    .selectFrom('refund')
    .innerJoin('attempt', 'attempt.id', 'refund.attempt_id')
    .select(['refund.refund_ref', 'attempt.account_ref'])
    .where('refund.state', '=', 'open')
    .where('refund.transfer', '=', 'asked')
    .execute()
  for (const { refund_ref, account_ref } of waiting)
    await sandbox.control.trigger('give_refund_account', {
      account: account_ref ?? '',
      refund: refund_ref ?? '',
    })
}

/** Diagnostics of a stuck server: whether it writes, and when its jobs last ran, by its own clock. */
export async function signsOfLife({
  site,
  engine,
  knock,
}: Pick<Environment, 'site' | 'engine' | 'knock'>) {
  const writes = await Promise.race([
    knock().then(() => 'keeps what it is asked to keep'),
    pause(KNOCK_MS, 'keeps nothing'),
  ])
  const jobs = await engine.db
    .selectFrom('job')
    .select(['name', 'last_run_at', 'leased_until'])
    .orderBy('name')
    .execute()
  const now = new Date(Date.now() + site.offsetMs()).toISOString()
  return [
    `at ${now} it ${writes}`,
    ...jobs.map((job) => `${job.name} ran at ${job.last_run_at}, leased until ${job.leased_until}`),
  ]
}

const countDone = async (db: Engine['db']) =>
  Number(
    (
      await db
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll().as('done'))
        .where('done_at', 'is not', null)
        .executeTakeFirstOrThrow()
    ).done,
  )

/** Jobs that failed until their last retry. */
export async function listFailedJobs({ db }: Engine): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['key', 'attempts', 'error'])
    .where('done_at', 'is not', null)
    .where('error', 'is not', null)
    .execute()
  return rows.map(({ key, attempts, error }) => `${key} after ${attempts} tries: ${error}`)
}

async function unfinished(db: Engine['db']): Promise<string[]> {
  const isAsked = ({ error }: { error: string | null }) => error?.includes(ASKED_BACK)
  const work = await db
    .selectFrom('outbox')
    .select(['key', 'error', 'due_at', 'leased_until'])
    .where('done_at', 'is', null)
    .execute()
  const holds = await db
    .selectFrom('hold')
    .select('order_id')
    .where('released_at', 'is', null)
    .execute()
  const attempts = await db
    .selectFrom('attempt')
    .select(['id', 'state'])
    .where('state', 'in', ['started', 'requires_action', 'processing'])
    .where('intent_ref', 'is not', null)
    .execute()
  const unbooked = await db
    .selectFrom('attempt')
    .select('id')
    .where('unbooked_at', 'is not', null)
    .execute()
  const owed = await db
    .selectFrom('refund')
    .leftJoin('outbox', (on) => on.on('outbox.key', '=', sql`'refund:' || refund.id`))
    .select(['refund.id', 'refund.reason', 'refund.refund_ref', 'outbox.attempts', 'outbox.error'])
    .where('refund.state', '=', 'open')
    .execute()
  return [
    ...work
      .filter((one) => !isAsked(one))
      .map(
        ({ key, error, due_at, leased_until }) =>
          `work ${key}, due ${due_at}, leased until ${leased_until}: ${error}`,
      ),
    ...holds.map(({ order_id }) => `hold of ${order_id}`),
    ...attempts.map(({ id, state }) => `attempt ${id} is ${state}`),
    ...unbooked.map(({ id }) => `attempt ${id} is not booked`),
    ...owed
      .filter((one) => !isAsked(one))
      .map((refund) => `refund ${Object.values(refund).join(' ')}`),
  ]
}
