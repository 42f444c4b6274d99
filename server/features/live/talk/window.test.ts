import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCursor } from '#contract/lib/cursor.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { talkLineOf } from './line.ts'
import type { TalkRow } from './reference-queries.ts'
import { TalkWindow, WINDOW } from './window.ts'

const row = (seq: number, more: Partial<TalkRow> = {}): TalkRow => ({
  seq,
  message: `${seq}`,
  created_at: '2026-11-20T03:00:00.000Z',
  deletes: null,
  reply_to: null,
  replied: null,
  question: 0,
  answered_at: null,
  about: null,
  mark: null,
  stamp_id: null,
  stamp_path: null,
  target: null,
  user_id: 'fan',
  client_id: null,
  name: 'fan',
  display_name: 'ファン',
  icon_small_path: null,
  official_flg: 0,
  member_status: 'active',
  ...more,
})
const lines = (rows: TalkRow[]) => rows.map((one) => talkLineOf(one, 'aoi'))
const read = (ready: { bytes: Uint8Array } | undefined) =>
  ready && (JSON.parse(Buffer.from(ready.bytes).toString()) as TalkMessage[])
const idsOf = (ready: Parameters<typeof read>[0]) => read(ready)?.map(({ id }) => id)

/** Random talk: each step adds a line or deletes an existing one. */
const talk = fc
  .array(fc.option(fc.nat({ max: 1_000 }), { freq: 4 }), { maxLength: 700 })
  .map((steps) => {
    const rows: TalkRow[] = []
    const deleted = new Set<number>()
    for (const [at, step] of steps.entries()) {
      const visible = rows.filter(({ seq, deletes }) => deletes === null && !deleted.has(seq))
      const target = step === null ? undefined : visible[step % (visible.length || 1)]
      if (target) deleted.add(target.seq)
      rows.push(row(at + 1, target ? { deletes: target.seq, message: '' } : {}))
    }
    return { rows, gone: deleted }
  })

it('returns what the database would, or that it goes beyond the window', () => {
  fc.assert(
    fc.property(
      talk,
      fc.nat(),
      fc.integer({ min: 1, max: 100 }),
      ({ rows, gone: deleted }, cut, count) => {
        const window = new TalkWindow()
        const before = rows.slice(0, cut % (rows.length + 1))
        const erasedBefore = new Set(before.map(({ deletes }) => deletes))
        const kept = before.filter(({ seq }) => !erasedBefore.has(seq))
        window.fill(lines(kept.slice(-WINDOW)), kept.length < WINDOW)
        for (const one of rows.slice(before.length)) window.append(lines([one]))

        const remaining = rows.filter(({ seq }) => !deleted.has(seq))
        const newest = idsOf(window.newest(count, 'fan'))
        const visible = remaining.filter(({ deletes }) => deletes === null)
        if (newest) expect(newest).toEqual(visible.slice(-count).map(({ seq }) => toCursor(seq)))
        else expect(visible.length).toBeGreaterThan(100)
        const point = Math.max(0, rows.length - (count % 50))
        expect(idsOf(window.after(point, 'fan'))).toEqual(
          remaining.filter(({ seq }) => seq > point).map(({ seq }) => toCursor(seq)),
        )
      },
    ),
  )
})

it('returns the same bytes to all but authors, who get their client ids', () => {
  const window = new TalkWindow()
  window.fill(
    lines([row(1), row(2, { client_id: 'c2' }), row(3, { user_id: 'aoi', client_id: 'c3' })]),
    true,
  )
  const shared = window.newest(15, 'somebody')
  expect(window.newest(15, 'else')).toBe(shared)
  expect(read(shared)!.some((message) => 'client_id' in message)).toBe(false)
  expect(read(window.newest(15, 'fan'))!.map(({ client_id }) => client_id)).toEqual([
    undefined,
    'c2',
    undefined,
  ])
  expect(window.newest(15, 'fan')).toBe(window.newest(15, 'fan'))
  expect(window.newest(15, 'fan')!.etag).not.toBe(shared!.etag)
  expect(window.newest(1, 'fan')).toBe(window.newest(1, 'somebody'))
})

it('ignores known lines and returns the new ones', () => {
  const window = new TalkWindow()
  window.fill(lines([row(1)]), true)
  expect(window.append(lines([row(1), row(2)])).map(({ seq }) => seq)).toEqual([2])
  expect(window.append(lines([row(2)]))).toEqual([])
})

it('caches one page for all positions between two lines', () => {
  const window = new TalkWindow()
  window.fill(lines([row(1), row(9)]), true)
  expect(window.after(3, 'a')).toBe(window.after(7, 'a'))
})

it('keeps marks for those who were away, without showing them as messages', () => {
  const window = new TalkWindow()
  window.fill(lines([row(1), row(2)]), true)
  const pin = row(3, { deletes: 3, message: '', about: 1, mark: 'pin', target: row(1) })
  window.append(lines([pin]))
  expect(idsOf(window.newest(15, 'fan'))).toEqual([toCursor(1), toCursor(2)])
  expect(read(window.after(2, 'fan'))).toMatchObject([
    { pinned: { id: toCursor(1), message: '1' } },
  ])
})

it('removes the marks about a deleted line, as they hold its text', () => {
  const window = new TalkWindow()
  const pin = row(2, { deletes: 2, message: '', about: 1, mark: 'pin', target: row(1) })
  window.fill(lines([row(1), pin]), true)
  window.append(lines([row(3, { deletes: 1, message: '' })]))
  expect(idsOf(window.after(0, 'fan'))).toEqual([toCursor(3)])
})

it('shows a question as answered once it is', () => {
  const window = new TalkWindow()
  const question = row(1, { question: 1 })
  window.fill(lines([question]), true)
  expect(read(window.newest(15, 'fan'))).toMatchObject([{ question: 'open' }])
  const target = { ...question, answered_at: '2026-11-20T03:01:00.000Z' }
  window.append(lines([row(2, { deletes: 2, message: '', about: 1, mark: 'answer', target })]))
  expect(read(window.newest(15, 'fan'))).toMatchObject([{ question: 'answered' }])
})
