import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { createNewId } from '#server/db/ids.ts'
import { type Attempt, enqueue, type Handler, TryLater, type Work } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { bringBack } from './bring-back.ts'
import { LEASE_MS } from './lease.ts'
import { outboxLanes } from './outbox.ts'
import { resumeAfterOutage } from './resume-after-outage.ts'
import { runDue, startWorker } from './worker.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe.each(databaseNames)('%s', (name) => {
  async function open() {
    const { engine, openAgain, close } = await openDatabase(name)
    onTestFinished(close)
    const clock = fakeClock()
    const newId = createNewId(clock)
    const log = memoryLog()
    const deps = { engine, clock, newId, log }
    const add = (work: Partial<Work> = {}) => {
      const blank = { topic: 'mail', payload: {}, now: clock.now().toISOString() }
      const id = newId()
      return transact(engine.db, (tx) => enqueue(tx, { ...blank, id, key: id, ...work }))
    }
    const stored = () => engine.read.selectFrom('outbox').selectAll().orderBy('id').execute()
    const run = (mail: Handler, on: Engine = engine) =>
      runDue(outboxLanes({ ...deps, engine: on }, { mail }), log)
    return { ...deps, openAgain, add, stored, run }
  }

  it('does what was left for it, once, and forgets what it was told', async () => {
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

  it('does at once what was left while the clock was ahead, once it is right, and pauses as ever', async () => {
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

  it('tries again at once what was put off while the clock was ahead, and leaves alone what rightly waits', async () => {
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

  it('goes on as soon as the provider answers again, and hurries nobody whom it alone does not answer', async () => {
    const { add, run, stored, clock, ...deps } = await open()
    let silent = true
    const says = () => (silent ? Promise.reject(new ProviderDown('no line')) : [])
    const ask = () =>
      resumeAfterOutage({ ...deps, clock, payments: { listEvents: async () => says() } as never })
    const failing: Handler = () => Promise.reject(new ProviderDown('no line'))
    const works = vi.fn<Handler>()
    await add()
    for (let tried = 0; tried < 10; tried++) {
      expect(await run(failing)).toBe(1)
      await ask()
      clock.move(2 ** tried * 1_000)
    }
    expect(await run(failing), 'at the end of it').toBe(1)
    silent = false
    await ask()
    expect(await run(failing), 'it answers us, and not this').toBe(1)
    await ask()
    expect(await run(works)).toBe(0)
    clock.move(30 * 60_000)
    await ask()
    expect(await run(works)).toBe(0)
    clock.move(30 * 60_000)
    expect(await run(works)).toBe(1)
    expect(await stored()).toMatchObject([{ attempts: 13, provider: null, error: null }])
  })

  it('takes the same key for the same work, also when that is done', async () => {
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

  it('leaves nothing when its cause did not happen', async () => {
    const { engine, stored, newId, clock } = await open()
    const now = clock.now().toISOString()
    const failing = transact(engine.db, async (tx) => {
      await enqueue(tx, { id: newId(), topic: 'mail', key: 'a', payload: {}, now })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await stored()).toEqual([])
  })

  it('waits until work is due, and leaves topics alone that it does not know', async () => {
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

  it('gives no work to two nodes', async () => {
    const { add, run, engine, openAgain } = await open()
    const keys = Array.from({ length: 30 }, (_, at) => `work-${at}`)
    for (const key of keys) await add({ key })
    const done: string[] = []
    const mail: Handler = async (_, { key }) => void done.push(key)
    await Promise.all([engine, openAgain(), openAgain()].map((node) => run(mail, node)))
    expect(done.sort()).toEqual(keys.sort())
  })

  it('tries again, later each time, and says so without repeating a stranger', async () => {
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

  it('comes back when it was told to', async () => {
    const { add, run, clock } = await open()
    await add()
    await run(() => Promise.reject(new TryLater('busy', 30_000)))
    const mail: Handler = async () => {}
    clock.move(29_999)
    expect(await run(mail)).toBe(0)
    clock.move(1)
    expect(await run(mail)).toBe(1)
  })

  it('is not hurried: told to come back at once, it waits as long as where nobody says when', async () => {
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

  it('gives up in the end, and keeps why', async () => {
    const { add, run, stored, clock, log } = await open()
    await add({ payload: { to: 'a' } })
    let tries = 0
    const failing: Handler = async () => {
      tries++
      throw new Error('never')
    }
    for (let ran = 1; ran > 0; clock.move(60 * 60_000)) ran = await run(failing)
    expect(tries).toBe(30)
    expect(await stored()).toMatchObject([{ error: 'Error: never', payload: '{"to":"a"}' }])
    expect((await stored())[0]!.done_at).not.toBeNull()
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', message: 'work was given up' })
  })

  it('gives up work that ends the process each time', async () => {
    const { add, run, stored, engine } = await open()
    await add()
    await engine.db.updateTable('outbox').set({ attempts: 30 }).execute()
    const mail = vi.fn<Handler>()
    await run(mail)
    expect(mail).not.toHaveBeenCalled()
    expect((await stored())[0]!.done_at).not.toBeNull()
  })

  it('takes over from a node that died, and not before its lease has ended', async () => {
    const { add, run, clock, engine, ...deps } = await open()
    await add()
    const [lane] = outboxLanes({ engine, clock, ...deps }, { mail: async () => {} })
    expect(await lane!.take(1)).toHaveLength(1) // and the node dies before it runs
    const attempts: number[] = []
    const mail: Handler = async (_, { attempt }) => void attempts.push(attempt)
    clock.move(LEASE_MS - 1)
    expect(await run(mail)).toBe(0)
    clock.move(1)
    expect(await run(mail)).toBe(1)
    expect(attempts).toEqual([2])
  })

  it('takes over from a node that died while its clock was days ahead', async () => {
    const { add, run, clock, engine, ...deps } = await open()
    await add()
    const [lane] = outboxLanes({ engine, clock, ...deps }, { mail: async () => {} })
    const ahead = 3 * 24 * 3_600_000
    clock.move(ahead)
    expect(await lane!.take(1)).toHaveLength(1)
    // As far as clocks of two nodes may differ.
    clock.move(-LEASE_MS)
    expect(await run(async () => {})).toBe(0)
    clock.move(LEASE_MS - ahead)
    const attempts: number[] = []
    expect(await run(async (_, { attempt }) => void attempts.push(attempt))).toBe(1)
    expect(attempts).toEqual([2])
  })

  it('tells a node that lost its lease, and does not count its outcome', async () => {
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
    const taken = run(async () => {
      vi.advanceTimersByTime(LEASE_MS)
      await slow
    })
    await taken
    expect(signal.aborted).toBe(true)
    expect(await stored()).toMatchObject([{ attempts: 2, error: null }])
    expect((await stored())[0]!.done_at).not.toBeNull()
  })

  it('keeps its lease while it is at work', async () => {
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

  describe('a running worker', () => {
    async function start(handlers: Record<string, Handler>) {
      const world = await open()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const worker = startWorker(outboxLanes(world, handlers), world.log)
      onTestFinished(() => worker.stop(0))
      return { ...world, worker }
    }
    /** A handler whose runs a test can wait for, and let go. */
    function gate() {
      const started = Promise.withResolvers<Attempt>()
      const release = Promise.withResolvers<void>()
      const handler: Handler = async (_, attempt) => {
        started.resolve(attempt)
        await release.promise
      }
      return { handler, started: started.promise, release: release.resolve }
    }

    it('wakes at once when told', async () => {
      const told = gate()
      const { add, worker } = await start({ mail: told.handler })
      await add({ key: 'a' })
      worker.wake()
      expect(await told.started).toMatchObject({ key: 'a', attempt: 1 })
      told.release()
    })

    it('is not kept by one slow topic from another', async () => {
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

    it('finishes what is running when it is stopped, and begins nothing more', async () => {
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

    it('does not wait for ever for work that hangs', async () => {
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

describe.runIf(databaseNames.includes('postgres'))('PostgreSQL', () => {
  it('passes over what another node is just taking', async () => {
    const { engine, openAgain, close } = await openDatabase('postgres')
    onTestFinished(close)
    const clock = fakeClock()
    const newId = createNewId(clock)
    const now = clock.now().toISOString()
    for (const key of ['a', 'b'])
      await transact(engine.db, (tx) =>
        enqueue(tx, { id: newId(), topic: 'mail', key, payload: {}, now }),
      )
    const done: string[] = []
    const mail: Handler = async (_, { key }) => void done.push(key)
    const log = memoryLog()
    const lanes = outboxLanes({ engine, clock, newId, log }, { mail })
    await openAgain()
      .db.transaction()
      .execute(async (tx) => {
        await tx.selectFrom('outbox').select('id').where('key', '=', 'a').forUpdate().execute()
        expect(await runDue(lanes, log)).toBe(1)
      })
    expect(done).toEqual(['b'])
  })
})
