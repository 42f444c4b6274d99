import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import type { Engine } from '#server/db/engine.ts'
import { createNewId } from '#server/db/ids.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { LEASE_MS } from './lease.ts'
import { type RecurringJob, recurringQueue } from './recurring-jobs.ts'
import { runDue, startWorker } from './worker.ts'

describe.each(databaseNames)('recurring jobs on %s', (name) => {
  async function open() {
    const { engine, openAgain, close } = await openDatabase(name)
    onTestFinished(close)
    const clock = fakeClock()
    const log = memoryLog()
    const deps = { engine, clock, newId: createNewId(clock), log }
    const queue = (job: Partial<RecurringJob>, on: Engine = engine) =>
      recurringQueue({ ...deps, engine: on }, [
        { name: 'purge', everyMs: HOUR_MS, run: async () => {}, ...job },
      ])
    const run = (job: Partial<RecurringJob>, on?: Engine) => runDue([queue(job, on)], log)
    return { ...deps, openAgain, queue: queue, run }
  }

  it('run at once, then at each interval', async () => {
    const { run, clock, engine } = await open()
    expect(await run({})).toBe(1)
    const [row] = await engine.read.selectFrom('job').selectAll().execute()
    expect(row).toMatchObject({ last_run_at: clock.now().toISOString(), leased_by: null })
    clock.move(HOUR_MS - 1)
    expect(await run({})).toBe(0)
    clock.move(1)
    expect(await run({})).toBe(1)
  })

  it('run at once if a clock that was ahead has postponed them, and only once', async () => {
    const { run, clock } = await open()
    const ahead = 72 * HOUR_MS
    clock.move(ahead)
    expect(await run({})).toBe(1)
    // Largest tolerated clock skew.
    clock.move(-LEASE_MS)
    expect(await run({})).toBe(0)
    clock.move(LEASE_MS - ahead)
    expect(await run({})).toBe(1)
    expect(await run({})).toBe(0)
    clock.move(HOUR_MS)
    expect(await run({})).toBe(1)
  })

  it('run on one of several nodes', async () => {
    const { run, clock, engine, openAgain } = await open()
    const nodes = [engine, openAgain(), openAgain()]
    const job = vi.fn(async () => {})
    for (let hour = 1; hour <= 3; hour++) {
      await Promise.all(nodes.map((node) => run({ run: job }, node)))
      expect(job).toHaveBeenCalledTimes(hour)
      clock.move(HOUR_MS)
    }
  })

  it('continue on another node when theirs has died', async () => {
    const { run, queue, clock, openAgain } = await open()
    expect(await queue({}).take(1)).toHaveLength(1) // The node dies before it runs the job.
    clock.move(LEASE_MS - 1)
    expect(await run({}, openAgain())).toBe(0)
    clock.move(1)
    expect(await run({}, openAgain())).toBe(1)
  })

  it('continue when their node has died while the clock was days ahead', async () => {
    const { run, queue, clock } = await open()
    const ahead = 72 * HOUR_MS
    clock.move(ahead)
    expect(await queue({}).take(1)).toHaveLength(1)
    // Largest tolerated clock skew.
    clock.move(-LEASE_MS)
    expect(await run({})).toBe(0)
    clock.move(LEASE_MS - ahead)
    expect(await run({})).toBe(1)
  })

  it('log a failure, and retry within a minute', async () => {
    const { run, clock, log } = await open()
    expect(await run({ run: () => Promise.reject(new Error('no network')) })).toBe(1)
    expect(log.lines).toMatchObject([{ level: 'error', facts: { job: 'purge' } }])
    clock.move(59_999)
    expect(await run({})).toBe(0)
    clock.move(1)
    expect(await run({})).toBe(1)
  })

  it('are aborted when their node stops', async () => {
    const { queue, log } = await open()
    const started = Promise.withResolvers<AbortSignal>()
    const ended = Promise.withResolvers<void>()
    const job = async (signal: AbortSignal) => {
      started.resolve(signal)
      await ended.promise
    }
    const worker = startWorker([queue({ run: job })], log)
    const signal = await started.promise
    expect(signal.aborted).toBe(false)
    await worker.stop(0)
    expect(signal.aborted).toBe(true)
    ended.resolve()
  })
})
