import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { createNewId } from '#server/db/ids.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { LEASE_MS } from './lease.ts'
import { type RecurringJob, recurringLane } from './recurring.ts'
import { runDue, startWorker } from './worker.ts'

const HOUR_MS = 60 * 60_000

describe.each(databaseNames)('%s', (name) => {
  async function open() {
    const { engine, openAgain, close } = await openDatabase(name)
    onTestFinished(close)
    const clock = fakeClock()
    const log = memoryLog()
    const deps = { engine, clock, newId: createNewId(clock), log }
    const lane = (job: Partial<RecurringJob>, on: Engine = engine) =>
      recurringLane({ ...deps, engine: on }, [
        { name: 'purge', everyMs: HOUR_MS, run: async () => {}, ...job },
      ])
    const run = (job: Partial<RecurringJob>, on?: Engine) => runDue([lane(job, on)], log)
    return { ...deps, openAgain, lane, run }
  }

  it('runs a job at once, then each time its interval is over', async () => {
    const { run, clock, engine } = await open()
    expect(await run({})).toBe(1)
    const [row] = await engine.read.selectFrom('job').selectAll().execute()
    expect(row).toMatchObject({ last_run_at: clock.now().toISOString(), leased_by: null })
    clock.move(HOUR_MS - 1)
    expect(await run({})).toBe(0)
    clock.move(1)
    expect(await run({})).toBe(1)
  })

  it('runs at once where a clock that was ahead has put it off, and once only', async () => {
    const { run, clock } = await open()
    const ahead = 72 * HOUR_MS
    clock.move(ahead)
    expect(await run({})).toBe(1)
    // As far as clocks of two nodes may differ.
    clock.move(-LEASE_MS)
    expect(await run({})).toBe(0)
    clock.move(LEASE_MS - ahead)
    expect(await run({})).toBe(1)
    expect(await run({})).toBe(0)
    clock.move(HOUR_MS)
    expect(await run({})).toBe(1)
  })

  it('runs on one of many nodes', async () => {
    const { run, clock, engine, openAgain } = await open()
    const nodes = [engine, openAgain(), openAgain()]
    const job = vi.fn(async () => {})
    for (let hour = 1; hour <= 3; hour++) {
      await Promise.all(nodes.map((node) => run({ run: job }, node)))
      expect(job).toHaveBeenCalledTimes(hour)
      clock.move(HOUR_MS)
    }
  })

  it('goes on elsewhere when its node has died', async () => {
    const { run, lane, clock, openAgain } = await open()
    expect(await lane({}).take(1)).toHaveLength(1) // and the node dies before it runs
    clock.move(LEASE_MS - 1)
    expect(await run({}, openAgain())).toBe(0)
    clock.move(1)
    expect(await run({}, openAgain())).toBe(1)
  })

  it('goes on when its node has died while the clock was days ahead', async () => {
    const { run, lane, clock } = await open()
    const ahead = 72 * HOUR_MS
    clock.move(ahead)
    expect(await lane({}).take(1)).toHaveLength(1)
    // As far as clocks of two nodes may differ.
    clock.move(-LEASE_MS)
    expect(await run({})).toBe(0)
    clock.move(LEASE_MS - ahead)
    expect(await run({})).toBe(1)
  })

  it('says when a job fails, and tries it again within a minute', async () => {
    const { run, clock, log } = await open()
    expect(await run({ run: () => Promise.reject(new Error('no network')) })).toBe(1)
    expect(log.lines).toMatchObject([{ level: 'error', facts: { job: 'purge' } }])
    clock.move(59_999)
    expect(await run({})).toBe(0)
    clock.move(1)
    expect(await run({})).toBe(1)
  })

  it('tells a job that its node is stopping', async () => {
    const { lane, log } = await open()
    const started = Promise.withResolvers<AbortSignal>()
    const ended = Promise.withResolvers<void>()
    const job = async (signal: AbortSignal) => {
      started.resolve(signal)
      await ended.promise
    }
    const worker = startWorker([lane({ run: job })], log)
    const signal = await started.promise
    expect(signal.aborted).toBe(false)
    await worker.stop(0)
    expect(signal.aborted).toBe(true)
    ended.resolve()
  })
})
