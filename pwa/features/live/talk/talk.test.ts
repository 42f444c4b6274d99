import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TalkMessage } from '#contract/live/calls.ts'
import { TALK_ROWS_MAX } from '#contract/live/limits.ts'
import {
  applyMarks,
  litWindows,
  mergeTalk,
  pinAfter,
  renewTalk,
  rowsFrom,
  stepFrom,
  trimTalk,
  visibleMessages,
  WINDOWS,
} from './talk.ts'

const idOf = (n: number) => String(n).padStart(4, '0')
const talkMessage = (id: string, deletes?: string) =>
  ({ id, message: id, ...(deletes && { deletes }) }) as TalkMessage
const page = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b).map((n) => talkMessage(idOf(n)))
const run = (from: number, to: number) =>
  page(Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n))
const ids = (talk: TalkMessage[]) => talk.map(({ id }) => id)
const numbers = fc.uniqueArray(fc.nat({ max: 99 }))

it('merges overlapping pages in order, each message once', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      expect(ids(mergeTalk(page(one), page(other)))).toEqual(
        ids(page([...new Set([...one, ...other])])),
      )
    }),
  )
})

it('merges to the same result in any order and with duplicates', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 6 }), (arrivals) => {
      const merged = arrivals.reduce<TalkMessage[]>((all, part) => mergeTalk(all, page(part)), [])
      const turned = arrivals.reduceRight<TalkMessage[]>(
        (all, part) => mergeTalk(all, page(part)),
        [],
      )
      expect(merged).toEqual(turned)
      expect(arrivals.reduce((all, part) => mergeTalk(all, page(part)), merged)).toEqual(merged)
    }),
  )
})

it('hides deleted messages and their tombstones', () => {
  expect(ids(visibleMessages([talkMessage('1'), talkMessage('2'), talkMessage('3', '1')]))).toEqual(
    ['2'],
  )
})

it.each([
  {
    what: 'a page that goes on from what was loaded',
    loaded: run(1, 20),
    page: run(15, 25),
    shown: run(1, 25),
  },
  { what: 'a page long after', loaded: run(1, 20), page: run(40, 54), shown: run(40, 54) },
  { what: 'nothing loaded before', loaded: [], page: run(1, 3), shown: run(1, 3) },
  {
    what: 'lines that came while the page was on its way',
    loaded: run(10, 30),
    page: run(12, 26),
    shown: run(10, 30),
  },
  {
    what: 'a line that is gone since',
    loaded: run(1, 5),
    page: page([3, 5]),
    shown: page([1, 2, 3, 5]),
  },
  { what: 'a talk that was emptied', loaded: run(1, 5), page: [], shown: [] },
])('merges a reloaded page: $what', ({ loaded, page: renewed, shown }) => {
  expect(renewTalk(loaded, renewed)).toEqual(shown)
})

it('renders at most TALK_ROWS_MAX rows, and loses none', () => {
  fc.assert(
    fc.property(fc.nat({ max: 900 }), fc.option(fc.nat({ max: 1_000 })), (length, top) => {
      const talk = run(1, length)
      const { rows, above, below } = rowsFrom(talk, top === null ? null : idOf(top))
      expect(rows.length).toBeLessThanOrEqual(TALK_ROWS_MAX)
      expect(above + rows.length + below).toBe(length)
      expect(ids(rows)).toEqual(ids(talk.slice(above, above + rows.length)))
      if (top === null) expect(below).toBe(0)
    }),
  )
})

it('moves up and down by a page, and stops at both ends', () => {
  const talk = run(1, 100)
  expect(stepFrom(talk, idOf(50), -1)).toBe(idOf(35))
  expect(stepFrom(talk, idOf(50), 1)).toBe(idOf(65))
  expect(stepFrom(talk, idOf(5), -1)).toBe(idOf(1))
  expect(stepFrom(talk, idOf(95), 1)).toBe(idOf(100))
})

it('drops old messages in blocks, not one by one', () => {
  expect(trimTalk(run(1, 2 * TALK_ROWS_MAX))).toHaveLength(2 * TALK_ROWS_MAX)
  expect(ids(trimTalk(run(1, 2 * TALK_ROWS_MAX + 1)))).toEqual(ids(run(202, 401)))
})

it('applies the new state of a question, and hides the mark', () => {
  const question: TalkMessage = { ...talkMessage('1'), question: 'open' }
  const mark: TalkMessage = { ...talkMessage('3', '3'), updates: { id: '1', question: 'answered' } }
  const shown = visibleMessages(applyMarks([question, talkMessage('2'), mark], [mark]))
  expect(shown).toEqual([{ ...question, question: 'answered' }, talkMessage('2')])
})

it('follows the newest pin, and unpins a deleted line', () => {
  const none = { id: null, pinned: null }
  const pin = (id: string, pinned: TalkMessage | null) => ({ ...talkMessage(id, id), pinned })
  const [one, two] = [talkMessage('1'), talkMessage('2')]
  expect(pinAfter(none, [pin('3', one), pin('4', two)])).toEqual({ id: '4', pinned: two })
  expect(pinAfter({ id: '5', pinned: two }, [pin('3', one)])).toEqual({ id: '5', pinned: two })
  expect(pinAfter({ id: '5', pinned: two }, [pin('6', null)])).toEqual({ id: '6', pinned: null })
  expect(pinAfter({ id: '5', pinned: two }, [talkMessage('7', '2')]).pinned).toBeNull()
  expect(pinAfter({ id: '5', pinned: two }, [talkMessage('7', '1')]).pinned).toEqual(two)
})

it('lights a window for each of a few reactions, more for more, and never more than there are', () => {
  expect([0, 1, 2, 3, 4].map(litWindows)).toEqual([0, 1, 2, 3, 4])
  const all = Array.from({ length: 1_000 }, (_, n) => litWindows(n))
  expect(all).toEqual(all.toSorted((a, b) => a - b))
  expect([litWindows(40) < WINDOWS, litWindows(400), litWindows(40_000)]).toEqual([
    true,
    WINDOWS,
    WINDOWS,
  ])
})
