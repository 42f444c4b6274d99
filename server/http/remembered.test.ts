import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { remembered } from './remembered.ts'

const HOLD_MS = 30_000

describe('what is remembered', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function memory(most = 10) {
    const clock = fakeClock()
    const asked: string[][] = []
    /** Those that hold, as the database would say. */
    const holding = new Set(['a', 'b'])
    let answering = () => Promise.resolve()
    const { get, set, find, read, forget, forgetWhere } = remembered<string>({
      clock,
      holdMs: HOLD_MS,
      most,
      async askAgain(those) {
        asked.push([...those.keys()])
        await answering()
        return holding
      },
    })
    /** Until everybody who is due has been asked for. */
    const gather = () => vi.runAllTimersAsync()
    return {
      clock,
      asked,
      holding,
      get,
      set,
      find,
      read,
      forget,
      forgetWhere,
      gather,
      answer: (as: () => Promise<void>) => void (answering = as),
    }
  }

  it('holds for its time and no longer, where nobody looks', () => {
    const { clock, set, get, asked } = memory()
    set('a', 'A')
    expect(get('a')).toBe('A')
    clock.move(HOLD_MS)
    expect([get('a'), asked]).toEqual([undefined, []])
  })

  it('72: holds no longer where a clock that was ahead has held it, and was set back', () => {
    const { clock, set, get } = memory()
    clock.move(2 * HOLD_MS)
    set('a', 'A')
    clock.move(-2 * HOLD_MS)
    expect(get('a')).toBeUndefined()
  })

  it('asks for all whose time has come in one question, in good time, and only once', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    onTestFinished(() => chance.mockRestore())
    const { clock, set, get, gather, asked } = memory()
    for (const key of ['a', 'b']) set(key, key)
    for (let s = 0; s < 300; s++) {
      clock.move(1_000)
      expect([get('a'), get('a'), get('b')]).toEqual(['a', 'a', 'b'])
      await gather()
    }
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.length).toBeLessThan(20)
    expect(new Set(asked.map(String))).toEqual(new Set(['a,b']))
  })

  it('spreads over time who came together', async () => {
    const { clock, set, get, gather, asked, holding } = memory(1_000)
    const keys = Array.from({ length: 500 }, (_, n) => `k${n}`)
    for (const key of keys) holding.add(key)
    for (const key of keys) set(key, key)
    for (let s = 1; s < HOLD_MS / 1_000; s++) {
      clock.move(1_000)
      for (const key of keys) expect(get(key)).toBe(key)
      await gather()
      if (s < 12) expect(asked).toEqual([])
    }
    expect(new Set(asked.flat())).toEqual(new Set(keys))
    expect(asked.length).toBeGreaterThan(10)
  })

  it('lets others be served between the questions about many', async () => {
    vi.useRealTimers()
    let turns = 0
    const { clock, set, get, asked, answer } = memory(1_000)
    const turnsAt: number[] = []
    answer(async () => void turnsAt.push(turns))
    const keys = Array.from({ length: 500 }, (_, n) => `k${n}`)
    for (const key of keys) set(key, key)
    clock.move(HOLD_MS - 1)
    for (const key of keys) get(key)
    const turn = () => {
      turns++
      if (asked.length < 5) setImmediate(turn)
    }
    turn()
    await vi.waitFor(() => expect(asked.map(({ length }) => length)).toEqual(Array(5).fill(100)))
    expect(new Set(turnsAt).size).toBe(5)
  })

  it('ends with the answer that it holds no more', async () => {
    const { clock, set, get, gather, holding } = memory()
    for (const key of ['a', 'b']) set(key, key)
    holding.delete('a')
    clock.move(HOLD_MS - 1)
    expect([get('a'), get('b')]).toEqual(['a', 'b'])
    await gather()
    expect([get('a'), get('b')]).toEqual([undefined, 'b'])
  })

  it('ends in its time where no answer comes', async () => {
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

  it('never outlives its own end, whatever the answer', async () => {
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

  it('stays forgotten, though the answer to a question before says yes', async () => {
    const { clock, set, get, gather, forget, forgetWhere, answer, asked } = memory()
    const { promise, resolve } = Promise.withResolvers<void>()
    answer(() => promise)
    for (const key of ['a', 'b']) set(key, key)
    clock.move(HOLD_MS - 1)
    for (const key of ['a', 'b']) get(key)
    await gather()
    expect(asked).toEqual([['a', 'b']])
    forget('a')
    forgetWhere((value) => value === 'b')
    resolve()
    await gather()
    expect([get('a'), get('b')]).toEqual([undefined, undefined])
  })

  it('forgets the oldest where there are too many', () => {
    const { set, get } = memory(2)
    for (const key of ['a', 'b', 'c']) set(key, key)
    expect([get('a'), get('b'), get('c')]).toEqual([undefined, 'b', 'c'])
  })

  it.each<[string, (memory: Memory) => void]>([
    ['is forgotten', ({ forget }) => forget('a')],
    ['is forgotten with others', ({ forgetWhere }) => forgetWhere(() => true)],
    ['gives way to a newer one', ({ set }) => set('a', 'Z')],
    ['was the oldest of too many', ({ set }) => ['b', 'c'].forEach((key) => void set(key, key))],
    ['has come to its time', ({ clock }) => clock.move(HOLD_MS)],
  ])('is gone for whoever keeps it at hand, too, when it %s', (_, happen) => {
    const here = memory(2)
    here.set('a', 'A')
    const held = here.find('a')!
    expect(here.read(held)).toBe('A')
    happen(here)
    expect(here.read(held)).toBeUndefined()
  })

  it('is asked for in good time for whoever keeps it at hand', async () => {
    const { clock, set, find, read, gather, asked } = memory()
    set('a', 'A')
    const held = find('a')!
    clock.move(HOLD_MS - 1)
    read(held)
    await gather()
    clock.move(HOLD_MS - 1)
    expect([read(held), asked]).toEqual(['A', [['a']]])
  })

  type Memory = ReturnType<typeof memory>
})
