import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { createNewId } from '#server/db/ids.ts'
import {
  enqueue,
  GiveUp,
  type Handler,
  type OutboxAttempt,
  TryLater,
  type Work,
} from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { bringBack } from './bring-back.ts'
import { LEASE_MS } from './lease.ts'
import { outboxLanes } from './outbox-queues.ts'
import { resumeAfterOutage } from './resume-after-outage.ts'
import { runDue, startWorker } from './worker.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe.each(databaseNames)('outbox on %s', (name) => {
  async function open() {
    const { engine, openAgain, close } = await openDatabase(name)
    onTestFinished(close)
    const clock = fakeClock()
    const newId = createNewId(clock)
    const log = memoryLog()
    const deps = { engine, clock, newId, log }
    const add = (work: Partial<Work> = {}) => {
      const blank = { topic: 'mail', payload: {}, key: newId() }
      return transact(engine.db, (tx) => enqueue(deps, tx, { ...blank, ...work }))
    }
    const stored = () => engine.read.selectFrom('outbox').selectAll().orderBy('id').execute()
    const run = (mail: Handler, on: Engine = engine) =>
      runDue(outboxLanes({ ...deps, engine: on }, { mail }), log)
    return { ...deps, openAgain, add, stored, run }
  }

  it('gives work up at once if its handler knows that a retry is useless, and keeps why', async () => {
    const { add, run, stored, clock } = await open()
    await add({ payload: { to: 'fan@room.test' } })
    await run(() => Promise.reject(new GiveUp('550 no such mailbox')))
    expect(await stored()).toMatchObject([
      {
        ...{ attempts: 1, done_at: clock.now().toISOString(), leased_by: null },
        error: 'GiveUp: 550 no such mailbox',
      },
    ])
  })

  it('runs work once, and deletes its payload', async () => {
    const { add, run, stored, clock } = await open()
    await add({ key: 'welcome', payload: { to: 'fan@room.test' } })
    const done: unknown[] = []
    const mail: Handler = async (payload, { key, attempt }) =>
      void done.push({ payload, key, attempt })
    expect(await run(mail)).toBe(1)
    expect(await run(mail)).toBe(0)
    expect(done).toEqual([{ payload: { to: 'fan@room.test' }, key: 'welcome', attempt: 1 }])
    const unleased = { leased_until: null, leased_by: null, error: null }
    expect(await stored()).toMatchObject([
      { done_at: clock.now().toISOString(), payload: '{}', ...unleased },
    ])
  })

  it('runs work at once that was enqueued while the clock was ahead, and retries with the usual pauses', async () => {
    const { add, run, stored, clock, ...deps } = await open()
    const bring = () => bringBack({ ...deps, clock })
    clock.move(3_600_000)
    await add()
    clock.move(-LEASE_MS)
    await bring()
    expect(await run(async () => {}), 'clocks of two nodes differ by no more').toBe(0)
    clock.move(LEASE_MS - 3_600_000)
    await bring()
    expect(await run(() => Promise.reject(new Error('no network')))).toBe(1)
    await bring()
    expect(await run(async () => {})).toBe(0)
    expect(await stored()).toMatchObject([{ attempts: 1, done_at: null }])
    clock.move(1_000)
    expect(await run(async () => {})).toBe(1)
  })

  it('retries work at once that was postponed while the clock was ahead, and no other', async () => {
    const { add, run, stored, clock, ...deps } = await open()
    const bring = () => bringBack({ ...deps, clock })
    const hour = 3_600_000
    const hours = (count: number) => () => Promise.reject(new TryLater('quiet', count * hour))
    await add({ key: 'a' })
    clock.move(72 * hour)
    expect(await run(hours(9))).toBe(1)
    clock.move(-LEASE_MS)
    await bring()
    expect(await run(async () => {}), 'clocks of two nodes differ by no more').toBe(0)
    clock.move(LEASE_MS - 72 * hour)
    const due_at = new Date(clock.now().getTime() + 30 * hour).toISOString()
    await add({ key: 'in the morning', due_at })
    await bring()
    expect(await run(hours(9))).toBe(1)
    const attempts: number[] = []
    const mail: Handler = async (_, { attempt }) => void attempts.push(attempt)
    const passes = async (ms: number) => {
      clock.move(ms)
      await bring()
      return run(mail)
    }
    expect(await passes(9 * hour - 1)).toBe(0)
    expect(await passes(1)).toBe(1)
    expect(attempts).toEqual([3])
    expect(await passes(21 * hour - 1)).toBe(0)
    expect(await passes(1)).toBe(1)
    expect((await stored()).every(({ done_at }) => done_at)).toBe(true)
  })

  it('resumes work when the provider answers again, except work with failures of its own', async () => {
    const { add, run, stored, clock, ...deps } = await open()
    let silent = true
    const says = () => (silent ? Promise.reject(new ProviderDown('no line')) : [])
    const ask = () =>
      resumeAfterOutage({ ...deps, clock, payments: { listEvents: async () => says() } as never })
    const failingHandler: Handler = () => Promise.reject(new ProviderDown('no line'))
    const works = vi.fn<Handler>()
    await add()
    for (let tried = 0; tried < 10; tried++) {
      expect(await run(failingHandler)).toBe(1)
      await ask()
      clock.move(2 ** tried * 1_000)
    }
    expect(await run(failingHandler), 'at the end of it').toBe(1)
    silent = false
    await ask()
    expect(await run(failingHandler), 'it answers us, and not this').toBe(1)
    await ask()
    expect(await run(works)).toBe(0)
    clock.move(30 * 60_000)
    await ask()
    expect(await run(works)).toBe(0)
    clock.move(30 * 60_000)
    expect(await run(works)).toBe(1)
    expect(await stored()).toMatchObject([{ attempts: 13, provider: null, error: null }])
  })

  it('runs work with the same key once, even if it is done', async () => {
    const { add, run, stored } = await open()
    await add({ key: 'a', payload: { first: true } })
    await add({ key: 'a', payload: { first: false } })
    const payloads: unknown[] = []
    const mail: Handler = async (payload) => void payloads.push(payload)
    await run(mail)
    await add({ key: 'a' })
    await run(mail)
    expect(payloads).toEqual([{ first: true }])
    expect(await stored()).toHaveLength(1)
  })

  it('enqueues nothing if its transaction is rolled back', async () => {
    const { engine, stored, newId, clock } = await open()
    const transaction = transact(engine.db, async (tx) => {
      await enqueue({ newId, clock }, tx, { topic: 'mail', key: 'a', payload: {} })
      throw new Error('changed my mind')
    })
    await expect(transaction).rejects.toThrow('changed my mind')
    expect(await stored()).toEqual([])
  })

  it('waits until work is due, and leaves unknown topics alone', async () => {
    const { add, run, clock } = await open()
    const due_at = new Date(clock.now().getTime() + 1000).toISOString()
    await add({ due_at })
    await add({ topic: 'unknown' })
    const mail: Handler = async () => {}
    clock.move(999)
    expect(await run(mail)).toBe(0)
    clock.move(1)
    expect(await run(mail)).toBe(1)
  })

  it('never gives the same work to two nodes', async () => {
    const { add, run, engine, openAgain } = await open()
    const keys = Array.from({ length: 30 }, (_, at) => `work-${at}`)
    for (const key of keys) await add({ key })
    const done: string[] = []
    const mail: Handler = async (_, { key }) => void done.push(key)
    await Promise.all([engine, openAgain(), openAgain()].map((node) => run(mail, node)))
    expect(done.sort()).toEqual(keys.sort())
  })

  it('retries with growing pauses, and logs no external message', async () => {
    const { add, run, stored, clock, log } = await open()
    await add()
    const attempts: number[] = []
    const mail: Handler = async (_, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 4) throw new Error('no such user fan@room.test')
    }
    for (const pause of [0, 1000, 2000, 4000]) {
      clock.move(pause - 1)
      expect(await run(mail)).toBe(0)
      clock.move(1)
      expect(await run(mail)).toBe(1)
      if (attempts.length < 4)
        expect(await stored()).toMatchObject([{ error: 'Error: no such user fan@room.test' }])
    }
    expect(attempts).toEqual([1, 2, 3, 4])
    expect(await stored()).toMatchObject([{ error: null, payload: '{}' }])
    expect(log.lines.map((line) => line.level)).toEqual(['warn', 'warn', 'warn'])
    expect(JSON.stringify(log.lines)).not.toContain('fan@room.test')
  })

  it('retries at the time that the handler asked for', async () => {
    const { add, run, clock } = await open()
    await add()
    await run(() => Promise.reject(new TryLater('busy', 30_000)))
    const mail: Handler = async () => {}
    clock.move(29_999)
    expect(await run(mail)).toBe(0)
    clock.move(1)
    expect(await run(mail)).toBe(1)
  })

  it('keeps its minimum pause if the handler asks for an earlier retry', async () => {
    const { add, run, clock } = await open()
    await add()
    const hurried: Handler = () => Promise.reject(new TryLater('busy', 0))
    for (const pause of [0, 1000, 2000, 4000]) {
      clock.move(pause - 1)
      expect(await run(hurried)).toBe(0)
      clock.move(1)
      expect(await run(hurried)).toBe(1)
    }
  })

  it('gives up after the last attempt, and stores the error', async () => {
    const { add, run, stored, clock, log } = await open()
    await add({ payload: { to: 'a' } })
    let attempts = 0
    const failingHandler: Handler = async () => {
      attempts++
      throw new Error('never')
    }
    for (let ran = 1; ran > 0; clock.move(60 * 60_000)) ran = await run(failingHandler)
    expect(attempts).toBe(30)
    expect(await stored()).toMatchObject([{ error: 'Error: never', payload: '{"to":"a"}' }])
    expect((await stored())[0]!.done_at).not.toBeNull()
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', message: 'work was given up' })
  })

  it('gives up work that crashes the process at each attempt', async () => {
    const { add, run, stored, engine } = await open()
    await add()
    await engine.db.updateTable('outbox').set({ attempts: 30 }).execute()
    const mail = vi.fn<Handler>()
    await run(mail)
    expect(mail).not.toHaveBeenCalled()
    expect((await stored())[0]!.done_at).not.toBeNull()
  })

  it('takes work over from a node that died, after its lease has ended', async () => {
    const { add, run, clock, engine, ...deps } = await open()
    await add()
    const [queue] = outboxLanes({ engine, clock, ...deps }, { mail: async () => {} })
    expect(await queue!.take(1)).toHaveLength(1) // The node dies before it runs the work.
    const attempts: number[] = []
    const mail: Handler = async (_, { attempt }) => void attempts.push(attempt)
    clock.move(LEASE_MS - 1)
    expect(await run(mail)).toBe(0)
    clock.move(1)
    expect(await run(mail)).toBe(1)
    expect(attempts).toEqual([2])
  })

  it('takes work over from a node that died while its clock was days ahead', async () => {
    const { add, run, clock, engine, ...deps } = await open()
    await add()
    const [queue] = outboxLanes({ engine, clock, ...deps }, { mail: async () => {} })
    const ahead = 3 * 24 * 3_600_000
    clock.move(ahead)
    expect(await queue!.take(1)).toHaveLength(1)
    // Largest tolerated clock skew.
    clock.move(-LEASE_MS)
    expect(await run(async () => {})).toBe(0)
    clock.move(LEASE_MS - ahead)
    const attempts: number[] = []
    expect(await run(async (_, { attempt }) => void attempts.push(attempt))).toBe(1)
    expect(attempts).toEqual([2])
  })

  it('aborts work whose lease was lost, and ignores its result', async () => {
    const { add, run, clock, stored } = await open()
    await add()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const started = Promise.withResolvers<AbortSignal>()
    const slow = run(async (_, { signal }) => {
      started.resolve(signal)
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    })
    const signal = await started.promise
    clock.move(LEASE_MS)
    const rerun = run(async () => {
      vi.advanceTimersByTime(LEASE_MS)
      await slow
    })
    await rerun
    expect(signal.aborted).toBe(true)
    expect(await stored()).toMatchObject([{ attempts: 2, error: null }])
    expect((await stored())[0]!.done_at).not.toBeNull()
  })

  it('renews the lease of running work', async () => {
    const { add, run, clock, stored } = await open()
    await add()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const mail: Handler = async (_, { signal }) => {
      clock.move(LEASE_MS - 1)
      vi.advanceTimersByTime(LEASE_MS / 3)
      await vi.waitFor(async () => {
        const until = new Date(clock.now().getTime() + LEASE_MS).toISOString()
        expect(await stored()).toMatchObject([{ leased_until: until }])
      })
      expect(signal.aborted).toBe(false)
    }
    expect(await run(mail)).toBe(1)
    expect(await stored()).toMatchObject([{ error: null }])
  })

  describe('running worker', () => {
    async function start(handlers: Record<string, Handler>) {
      const world = await open()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const worker = startWorker(outboxLanes(world, handlers), world.log)
      onTestFinished(() => worker.stop(0))
      return { ...world, worker }
    }
    /** A handler whose runs a test can await and release. */
    function gate() {
      const started = Promise.withResolvers<OutboxAttempt>()
      const release = Promise.withResolvers<void>()
      const handler: Handler = async (_, attempt) => {
        started.resolve(attempt)
        await release.promise
      }
      return { handler, started: started.promise, release: release.resolve }
    }

    it('runs work at once after wake', async () => {
      const gated = gate()
      const { add, worker } = await start({ mail: gated.handler })
      await add({ key: 'a' })
      worker.wake()
      expect(await gated.started).toMatchObject({ key: 'a', attempt: 1 })
      gated.release()
    })

    it('does not delay one topic by another that is slow', async () => {
      const [slow, quick] = [gate(), gate()]
      const { add, worker } = await start({ mail: slow.handler, push: quick.handler })
      for (let count = 0; count < 10; count++) await add()
      worker.wake()
      await slow.started
      await add({ topic: 'push' })
      worker.wake()
      await quick.started
      slow.release()
      quick.release()
    })

    it('finishes running work at stop, and starts nothing new', async () => {
      const running = gate()
      const { add, worker, stored } = await start({ mail: running.handler })
      await add({ key: 'running' })
      worker.wake()
      await running.started
      const stopped = worker.stop()
      await add({ key: 'too late' })
      worker.wake()
      running.release()
      await stopped
      const done = (await stored()).filter((row) => row.done_at !== null)
      expect(done.map((row) => row.key)).toEqual(['running'])
    })

    it('does not wait for hanging work forever', async () => {
      const hanging = gate()
      const { add, worker, stored } = await start({ mail: hanging.handler })
      await add()
      worker.wake()
      const { signal } = await hanging.started
      await worker.stop(0)
      expect(signal.aborted).toBe(true)
      const [row] = await stored()
      vi.advanceTimersByTime(LEASE_MS)
      expect(await stored()).toEqual([row])
      hanging.release()
    })
  })
})

describe.runIf(databaseNames.includes('postgres'))('outbox on PostgreSQL only', () => {
  it('skips rows that another node is leasing', async () => {
    const { engine, openAgain, close } = await openDatabase('postgres')
    onTestFinished(close)
    const clock = fakeClock()
    const newId = createNewId(clock)
    for (const key of ['a', 'b'])
      await transact(engine.db, (tx) =>
        enqueue({ newId, clock }, tx, { topic: 'mail', key, payload: {} }),
      )
    const done: string[] = []
    const mail: Handler = async (_, { key }) => void done.push(key)
    const log = memoryLog()
    const queues = outboxLanes({ engine, clock, newId, log }, { mail })
    await openAgain()
      .db.transaction()
      .execute(async (tx) => {
        await tx.selectFrom('outbox').select('id').where('key', '=', 'a').forUpdate().execute()
        expect(await runDue(queues, log)).toBe(1)
      })
    expect(done).toEqual(['b'])
  })
})
