// @module-tag full
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events.ts'
import { REFUSED } from '#contract/messages.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { callerOf } from '../chaos/buyer.ts'
import { comeToRest, LATER_MS, listGivenUp } from '../chaos/rest.ts'
import { openLine } from './line.ts'
import { openVillage, type Village } from './village.ts'

const SOON = { timeout: 40_000, interval: 100 }
const AWAY = { status: 503, retryAfter: '5', message: REFUSED[503] }

async function answerOf(village: Village, path: string, person: string, method = 'GET') {
  const answer = await village.ask(`/api/application/${path}`, person, { method })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), message }
}
const pidsOf = async ({ engine }: Village, ours: string) =>
  (
    await sql<{ pid: number; state: string }>`select pid, state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query not like '%pg_stat_activity%'
      and query not like ${ours}`.execute(engine.db)
  ).rows

it.runIf(databaseNames.includes('postgres'))(
  '72: a database that is gone without a word: everybody is told to come back, in a time that has an end, and all goes on by itself',
  { timeout: 240_000 },
  async () => {
    const databaseUrl = await createServed()
    const line = await openLine(databaseUrl)
    onTestFinished(line.close)
    const village = await openVillage({
      people: 3,
      databaseUrl,
      env: { DATABASE_URL: line.url },
    })
    onTestFinished(village.close)
    await village.site.start()
    await village.follow('fan0')
    const [pid] = village.site.pids()

    line.goSilent()
    const asked = await Promise.all([
      answerOf(village, 'newroom/owner/follow', 'fan1', 'POST'),
      answerOf(village, 'event/evening', 'fan1'),
      answerOf(village, 'newroom/owner/follow', 'fan2', 'POST'),
    ])
    expect(asked).toEqual([AWAY, AWAY, AWAY])
    expect((await village.ask('/readyz')).status).toBe(503)
    expect((await village.ask('/healthz')).status).toBe(200)

    line.mend()
    await vi.waitFor(() => village.follow('fan1'), SOON)
    expect((await village.read('fan1')).id).toBe('evening')
    await village.buy('fan0')
    expect(await village.tickets()).toEqual(['fan0'])
    expect(village.site.pids()).toEqual([pid])
  },
)

it.runIf(databaseNames.includes('postgres'))(
  '72: processes of the database that stand still are left, and others asked',
  { timeout: 240_000 },
  async () => {
    const village = await openVillage({ people: 3, databaseUrl: await createServed() })
    onTestFinished(village.close)
    await village.site.start()
    await village.follow('fan0')
    const halted = (await pidsOf(village, 'listen %')).map(({ pid }) => pid)
    expect(halted.length).toBeGreaterThan(0)
    for (const pid of halted) process.kill(pid, 'SIGSTOP')
    onTestFinished(() => {
      for (const pid of halted) process.kill(pid, 'SIGCONT')
    })
    await vi.waitFor(() => village.follow('fan1'), SOON)
    expect(await village.isFollowing('fan1')).toBe(true)
  },
)

it.runIf(databaseNames.includes('postgres'))(
  '72: a process that stands still in the middle of a purchase, with the lock on it, and goes on a minute later does no harm',
  { timeout: 300_000 },
  async () => {
    const databaseUrl = await createServed()
    const village = await openVillage({ people: 6, databaseUrl, nodes: 2 })
    onTestFinished(village.close)
    const { engine, site, sandbox, ports } = village
    await site.start()
    const [still] = site.pids()
    const at = (nth: number) => ({ ...village, url: `http://127.0.0.1:${ports[nth]}` })
    const start = (nth: number, person: string) =>
      callerOf(at(nth), person)(events.startJoin, {
        body: { event_id: 'evening', token: 'tok_visa' },
      })

    // Held until it stands still, the lock is then given to a process that does not know it.
    let late: Promise<unknown> | undefined
    await engine.db.transaction().execute(async (tx) => {
      await tx.selectFrom('event').select('id').where('id', '=', 'evening').forUpdate().execute()
      late = start(0, 'fan0').catch((error: unknown) => error)
      await vi.waitFor(async () => expect(await countWaiting(village)).toBe(1), SOON)
      process.kill(still!, 'SIGSTOP')
    })
    onTestFinished(() => {
      if (site.pids()[0] === still) process.kill(still!, 'SIGCONT')
    })
    await vi.waitFor(() => start(1, 'fan1'), SOON)
    // What it had in hand is another's by the time it wakes.
    const ended = { leased_until: new Date(0).toISOString() }
    for (const table of ['outbox', 'job'] as const)
      await engine.db.updateTable(table).set(ended).where('leased_until', 'is not', null).execute()
    await expect
      .poll(async () => (await engine.db.selectFrom('hold').selectAll().execute()).length)
      .toBe(1)

    process.kill(still!, 'SIGCONT')
    const woken = await late
    expect(woken).toMatchObject({ status: 503 })
    for (const person of village.people) await village.buy(person)
    expect(await village.tickets()).toEqual(village.people)
    site.later(LATER_MS)
    await site.kill()
    await sandbox.control.advance(LATER_MS)
    await site.start()
    expect(await comeToRest(engine, sandbox)).toEqual([])
    expect(await listGivenUp(engine)).toEqual([])
    await site.stop()
    const report = await reconcile(village.config, openStripe(sandbox.secretKey, sandbox.url), 0)
    expect(report.differences).toEqual([])
  },
)

const countWaiting = async ({ engine }: Village) =>
  (
    await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(engine.read)
  ).rows.length
