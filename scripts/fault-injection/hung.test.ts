// @module-tag full
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { callerOf } from '../chaos/buyer.ts'
import { ADVANCE_MS, listFailedJobs, waitUntilSettled } from '../chaos/settle.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { openLine } from './line.ts'

const SOON = { timeout: 40_000, interval: 100 }
const UNAVAILABLE = { status: 503, retryAfter: '5', message: STATUS_MESSAGES[503] }

async function answerOf(fixtures: Fixtures, path: string, person: string, method = 'GET') {
  const answer = await fixtures.ask(`/api/application/${path}`, person, { method })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), message }
}
const pidsOf = async ({ engine }: Fixtures, ours: string) =>
  (
    await sql<{ pid: number; state: string }>`select pid, state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query not like '%pg_stat_activity%'
      and query not like ${ours}`.execute(engine.db)
  ).rows

it.runIf(databaseNames.includes('postgres'))(
  'requests get a 503 within a time limit while the database hangs silently, and the server recovers by itself (72)',
  async () => {
    const databaseUrl = await createServed()
    const line = await openLine(databaseUrl)
    onTestFinished(line.close)
    const fixtures = await createFixtures({
      people: 3,
      databaseUrl,
      env: { DATABASE_URL: line.url },
    })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    await fixtures.follow('fan0')
    const [pid] = fixtures.site.pids()

    line.goSilent()
    const answers = await Promise.all([
      answerOf(fixtures, 'newroom/owner/follow', 'fan1', 'POST'),
      answerOf(fixtures, 'event/evening', 'fan1'),
      answerOf(fixtures, 'newroom/owner/follow', 'fan2', 'POST'),
    ])
    expect(answers).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
    expect((await fixtures.ask('/readyz')).status).toBe(503)
    expect((await fixtures.ask('/healthz')).status).toBe(200)

    line.mend()
    await vi.waitFor(() => fixtures.follow('fan1'), SOON)
    expect((await fixtures.read('fan1')).id).toBe('evening')
    await fixtures.buy('fan0')
    expect(await fixtures.tickets()).toEqual(['fan0'])
    expect(fixtures.site.pids()).toEqual([pid])
  },
)

it.runIf(databaseNames.includes('postgres'))(
  'connections to hanging database processes are dropped, and others are used (72)',
  async () => {
    const fixtures = await createFixtures({ people: 3, databaseUrl: await createServed() })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    await fixtures.follow('fan0')
    const halted = (await pidsOf(fixtures, 'listen %')).map(({ pid }) => pid)
    expect(halted.length).toBeGreaterThan(0)
    for (const pid of halted) process.kill(pid, 'SIGSTOP')
    onTestFinished(() => {
      for (const pid of halted) process.kill(pid, 'SIGCONT')
    })
    await vi.waitFor(() => fixtures.follow('fan1'), SOON)
    expect(await fixtures.isFollowing('fan1')).toBe(true)
  },
)

it.runIf(databaseNames.includes('postgres'))(
  'a node that freezes during a purchase while it gets the lock, and resumes a minute later, does no harm (72)',
  async () => {
    const databaseUrl = await createServed()
    const fixtures = await createFixtures({ people: 6, databaseUrl, nodes: 2 })
    onTestFinished(fixtures.close)
    const { engine, site, sandbox, ports } = fixtures
    await site.start()
    const [still] = site.pids()
    const at = (nth: number) => ({ ...fixtures, url: `http://127.0.0.1:${ports[nth]}` })
    const start = (nth: number, person: string) =>
      callerOf(at(nth), person)(events.startJoin, {
        body: { event_id: 'evening', token: 'tok_visa' },
      })

    // Held until the node is frozen: PostgreSQL then grants the lock to a process that does not run.
    let late: Promise<unknown> | undefined
    await engine.db.transaction().execute(async (tx) => {
      await tx.selectFrom('event').select('id').where('id', '=', 'evening').forUpdate().execute()
      late = start(0, 'fan0').catch((error: unknown) => error)
      await vi.waitFor(async () => expect(await countWaiting(fixtures)).toBe(1), SOON)
      process.kill(still!, 'SIGSTOP')
    })
    onTestFinished(() => {
      if (site.pids()[0] === still) process.kill(still!, 'SIGCONT')
    })
    await vi.waitFor(() => start(1, 'fan1'), SOON)
    // The leases of the frozen node expire before it resumes.
    const ended = { leased_until: new Date(0).toISOString() }
    for (const table of ['outbox', 'job'] as const)
      await engine.db.updateTable(table).set(ended).where('leased_until', 'is not', null).execute()
    await expect
      .poll(async () => (await engine.db.selectFrom('hold').selectAll().execute()).length)
      .toBe(1)

    process.kill(still!, 'SIGCONT')
    const woken = await late
    expect(woken).toMatchObject({ status: 503 })
    for (const person of fixtures.people) await fixtures.buy(person)
    expect(await fixtures.tickets()).toEqual(fixtures.people)
    site.later(ADVANCE_MS)
    await site.kill()
    await sandbox.control.advance(ADVANCE_MS)
    await site.start()
    expect(await waitUntilSettled(engine, sandbox)).toEqual([])
    expect(await listFailedJobs(engine)).toEqual([])
    await site.stop()
    const report = await reconcile(
      fixtures.config,
      createStripeClient(sandbox.secretKey, sandbox.url),
      0,
    )
    expect(report.differences).toEqual([])
  },
)

/** Purchases that wait for the event's row; a job may wait for it, too. */
const countWaiting = async ({ engine }: Fixtures) =>
  (
    await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'update "event" set "taken"%'`.execute(engine.read)
  ).rows.length
