import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { Cache, type CacheHandle } from './cache.ts'

const HOLD_MS = 30_000

describe('cache of database checks', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function memory(max = 10) {
    const clock = fakeClock()
    const queries: string[][] = []
    /** Keys that are valid in the database. */
    const holding = new Set(['a', 'b'])
    let answering = () => Promise.resolve()
    const cache = new Cache<string>({
      clock,
      holdMs: HOLD_MS,
      max,
      async askAgain(those) {
        queries.push([...those.keys()])
        await answering()
        return holding
      },
    })
    /** Runs all due refreshes. */
    const gather = () => vi.runAllTimersAsync()
    return {
      clock,
      queries,
      holding,
      get: (key: string) => cache.get(key),
      set: (key: string, value: string, ends?: number) => cache.set(key, value, ends),
      find: (key: string) => cache.find(key),
      read: (handle: CacheHandle<string>) => cache.read(handle),
      remove: (key: string) => cache.remove(key),
      removeWhere: (fits: (value: string) => boolean) => cache.removeWhere(fits),
      gather,
      answer: (as: () => Promise<void>) => void (answering = as),
    }
  }

  it('keeps an unused entry for its lifetime only', () => {
    const { clock, set, get, queries } = memory()
    set('a', 'A')
    expect(get('a')).toBe('A')
    clock.move(HOLD_MS)
    expect([get('a'), queries]).toEqual([undefined, []])
  })

  it('expires an entry that was written by a clock that was ahead (72)', () => {
    const { clock, set, get } = memory()
    clock.move(2 * HOLD_MS)
    set('a', 'A')
    clock.move(-2 * HOLD_MS)
    expect(get('a')).toBeUndefined()
  })

  it('refreshes all due entries in one query, before they expire, once', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    onTestFinished(() => chance.mockRestore())
    const { clock, set, get, gather, queries } = memory()
    for (const key of ['a', 'b']) set(key, key)
    for (let s = 0; s < 300; s++) {
      clock.move(1_000)
      expect([get('a'), get('a'), get('b')]).toEqual(['a', 'a', 'b'])
      await gather()
    }
    expect(queries.length).toBeGreaterThan(10)
    expect(queries.length).toBeLessThan(20)
    expect(new Set(queries.map(String))).toEqual(new Set(['a,b']))
  })

  it('spreads the refreshes of entries that were added together', async () => {
    const { clock, set, get, gather, queries, holding } = memory(1_000)
    const keys = Array.from({ length: 500 }, (_, n) => `k${n}`)
    for (const key of keys) holding.add(key)
    for (const key of keys) set(key, key)
    for (let s = 1; s < HOLD_MS / 1_000; s++) {
      clock.move(1_000)
      for (const key of keys) expect(get(key)).toBe(key)
      await gather()
      if (s < 12) expect(queries).toEqual([])
    }
    expect(new Set(queries.flat())).toEqual(new Set(keys))
    expect(queries.length).toBeGreaterThan(10)
  })

  it('yields to the event loop between the batches of a refresh', async () => {
    vi.useRealTimers()
    let turns = 0
    const { clock, set, get, queries, answer } = memory(1_000)
    const turnsAt: number[] = []
    answer(async () => void turnsAt.push(turns))
    const keys = Array.from({ length: 500 }, (_, n) => `k${n}`)
    for (const key of keys) set(key, key)
    clock.move(HOLD_MS - 1)
    for (const key of keys) get(key)
    const turn = () => {
      turns++
      if (queries.length < 5) setImmediate(turn)
    }
    turn()
    await vi.waitFor(() => expect(queries.map(({ length }) => length)).toEqual(Array(5).fill(100)))
    expect(new Set(turnsAt).size).toBe(5)
  })

  it('drops an entry that is no longer valid', async () => {
    const { clock, set, get, gather, holding } = memory()
    for (const key of ['a', 'b']) set(key, key)
    holding.delete('a')
    clock.move(HOLD_MS - 1)
    expect([get('a'), get('b')]).toEqual(['a', 'b'])
    await gather()
    expect([get('a'), get('b')]).toEqual([undefined, 'b'])
  })

  it('expires an entry if its refresh fails', async () => {
    const { clock, set, get, gather, answer } = memory()
    answer(() => Promise.reject(new Error('gone')))
    set('a', 'A')
    clock.move(HOLD_MS - 1)
    get('a')
    await gather()
    expect(get('a')).toBe('A')
    clock.move(1)
    expect(get('a')).toBeUndefined()
  })

  it('never extends an entry beyond its own end', async () => {
    const { clock, set, get, gather } = memory()
    set('a', 'A', clock.now().getTime() + HOLD_MS + 1_000)
    clock.move(HOLD_MS - 1)
    get('a')
    await gather()
    clock.move(1_000)
    expect(get('a')).toBe('A')
    clock.move(1)
    expect(get('a')).toBeUndefined()
  })

  it('keeps a deleted entry deleted when an earlier refresh confirms it', async () => {
    const { clock, set, get, gather, remove, removeWhere, answer, queries } = memory()
    const { promise, resolve } = Promise.withResolvers<void>()
    answer(() => promise)
    for (const key of ['a', 'b']) set(key, key)
    clock.move(HOLD_MS - 1)
    for (const key of ['a', 'b']) get(key)
    await gather()
    expect(queries).toEqual([['a', 'b']])
    remove('a')
    removeWhere((value) => value === 'b')
    resolve()
    await gather()
    expect([get('a'), get('b')]).toEqual([undefined, undefined])
  })

  it('drops the oldest entries above the limit', () => {
    const { set, get } = memory(2)
    for (const key of ['a', 'b', 'c']) set(key, key)
    expect([get('a'), get('b'), get('c')]).toEqual([undefined, 'b', 'c'])
  })

  it.each<[string, (memory: Memory) => void]>([
    ['is forgotten', ({ remove }) => remove('a')],
    ['is forgotten with others', ({ removeWhere }) => removeWhere(() => true)],
    ['gives way to a newer one', ({ set }) => set('a', 'Z')],
    ['was the oldest of too many', ({ set }) => ['b', 'c'].forEach((key) => void set(key, key))],
    ['has come to its time', ({ clock }) => clock.move(HOLD_MS)],
  ])('is gone for whoever keeps it at hand, too, when it %s', (_, happen) => {
    const here = memory(2)
    here.set('a', 'A')
    const handle = here.find('a')!
    expect(here.read(handle)).toBe('A')
    happen(here)
    expect(here.read(handle)).toBeUndefined()
  })

  it('refreshes entries that are read through a held reference', async () => {
    const { clock, set, find, read, gather, queries } = memory()
    set('a', 'A')
    const handle = find('a')!
    clock.move(HOLD_MS - 1)
    read(handle)
    await gather()
    clock.move(HOLD_MS - 1)
    expect([read(handle), queries]).toEqual(['A', [['a']]])
  })

  type Memory = ReturnType<typeof memory>
})
