import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../lib/sha256.ts'
import {
  allot,
  commitmentOf,
  type DrawList,
  drawWinners,
  type Entry,
  groupIdOf,
  orderOf,
  readList,
  readResult,
  seedOf,
  writeList,
  writeResult,
} from './draw.ts'
import { type KeptDraw, NOTHING_KEPT } from './kept-draw.ts'
import { verifyDraw } from './verify-draw.ts'

const entry = (ids: string, choices = [1], weight: 1 | 2 = 1): Entry => ({
  weight,
  choices,
  people: ids.split(' ').map((id) => ({ id, contribution: `c-${id}` })),
})
const SECRET = 'f'.repeat(64)
const listOf = (entries: Entry[], fields: Partial<DrawList> = {}): DrawList => ({
  ticket: 'night',
  commitment: commitmentOf(SECRET),
  places: 3,
  choices: [{ type: null, places: null }],
  entries,
  ...fields,
})
const ids = (entries: Entry[]) => entries.map(groupIdOf)

describe('places in the order of the draw', () => {
  const order = [entry('a', [1, 2]), entry('b c', [1, 2]), entry('d', [2, 1]), entry('e', [1])]

  it('are given to the first of the choices that has one for all of a group', () => {
    expect(allot(order, { total: 9, choices: [2, 5] })).toEqual([
      { id: 'a', choice: 1 },
      { id: 'b', choice: 2 },
      { id: 'd', choice: 2 },
      { id: 'e', choice: 1 },
    ])
  })

  it('never exceed those of the ticket, whatever its choices have', () => {
    expect(allot(order, { total: 3, choices: [null, 9] })).toEqual([
      { id: 'a', choice: 1 },
      { id: 'b', choice: 1 },
    ])
  })

  it('pass a group that does not fit, and none after it', () => {
    expect(allot(order, { total: 2, choices: [null, 0] })).toEqual([
      { id: 'a', choice: 1 },
      { id: 'd', choice: 1 },
    ])
    expect(allot(order, { total: 0, choices: [null, null] })).toEqual([])
    expect(allot(order, { total: 9, choices: [0, 0] })).toEqual([])
  })
})

describe('the list', () => {
  const list = listOf([entry('b a', [2, 1], 2), entry('c', [1])], {
    choices: [
      { type: 's', places: 2 },
      { type: 'usual', places: null },
    ],
  })

  it('has one form, whatever order its entries come in', () => {
    const text = writeList(list)
    expect(text).toBe(`room-lottery-list 1
ticket night
commitment ${commitmentOf(SECRET)}
places 3
choice s 2
choice usual -
2 21 a:c-a b:c-b
1 1 c:c-c
`)
    expect(writeList({ ...list, entries: list.entries.toReversed() })).toBe(text)
    expect(writeList(readList(text)!)).toBe(text)
  })

  it.each([
    ['an entry added', (text: string) => `${text}1 1 0:c-0\n`],
    ['an entry twice', (text: string) => `${text}1 1 c:c-c\n`],
    ['entries in another order', (text: string) => text.replace(/(2 21 .*\n)(1 1 .*\n)/, '$2$1')],
    ['people in another order', (text: string) => text.replace('a:c-a b:c-b', 'b:c-b a:c-a')],
    ['a choice that is none', (text: string) => text.replace('1 1 c', '1 3 c')],
    ['another weight', (text: string) => text.replace('1 1 c', '3 1 c')],
    ['a line between', (text: string) => text.replace('1 1 c', '\n1 1 c')],
    ['a line that is none', (text: string) => `${text}hello\n`],
    ['its end cut off', (text: string) => text.slice(0, -1)],
    ['nothing', () => ''],
  ])('is not read with %s', (_, change) => {
    expect(readList(change(writeList(list)))).toBeNull()
  })

  it('is followed by a result of one form', () => {
    const result = { secret: SECRET, listHash: sha256Hex(writeList(list)), winners: [] }
    const won = { ...result, winners: [{ id: 'a', choice: 2 }] }
    for (const one of [result, won]) expect(readResult(writeResult(one))).toEqual(one)
    expect(readResult(`${writeResult(won)}x\n`)).toBeNull()
    expect(readResult('')).toBeNull()
  })
})

describe('a published draw', () => {
  const entries = Array.from({ length: 12 }, (_, n) => entry(`p${n}`))
  const list = writeList(listOf(entries))
  const listHash = sha256Hex(list)
  const winners = drawWinners(readList(list)!, seedOf(SECRET, listHash))
  const result = writeResult({ secret: SECRET, listHash, winners })
  const published = { commitment: commitmentOf(SECRET), listHash, list, result }
  const own = { id: 'p7', contribution: 'c-p7' }

  it('is repeated to the same winners, with one’s own place', () => {
    const verified = verifyDraw(published, own)
    expect(verified).toMatchObject({ differences: [], groups: 12, people: 12, winners: 3 })
    const order = ids(orderOf(readList(list)!.entries, seedOf(SECRET, listHash)))
    expect(verified.own?.place).toBe(order.indexOf('p7') + 1)
    expect(verified.own?.choice).toBe(order.indexOf('p7') < 3 ? 1 : null)
    expect(verifyDraw(published, null)).toMatchObject({ differences: [], own: null })
  })

  const changed = (change: (entries: Entry[]) => Entry[]) => writeList(listOf(change(entries)))
  it.each([
    ['one added', changed((all) => [...all, entry('zz')]), ['listHash']],
    ['one dropped', changed((all) => all.slice(1)), ['listHash']],
    ['another contribution', list.replace('p3:c-p3', 'p3:c-xx'), ['listHash']],
    ['a double weight', list.replace('1 1 p3', '2 1 p3'), ['listHash']],
    ['two in another order', list.replace(/(1 1 p1:.*\n)(1 1 p10:.*\n)/, '$2$1'), ['listForm']],
  ] as const)('is noticed with %s', (_, tampered, differences) => {
    expect(tampered).not.toBe(list)
    const verified = verifyDraw({ ...published, list: tampered }, null)
    expect(verified.differences).toEqual(expect.arrayContaining([...differences]))
  })

  it('is noticed if the hash of the list was changed with it', () => {
    const tampered = changed((all) => all.slice(1))
    const hash = sha256Hex(tampered)
    const redrawn = drawWinners(readList(tampered)!, seedOf(SECRET, hash))
    const made = writeResult({ secret: SECRET, listHash: hash, winners: redrawn })
    // Whoever saw the hash of the frozen list notices it, and who was dropped.
    expect(verifyDraw({ ...published, list: tampered, result: made }, null).differences).toEqual([
      'listHash',
    ])
    const all = { ...published, list: tampered, result: made, listHash: hash }
    expect(verifyDraw(all, { id: 'p0', contribution: 'c-p0' }).differences).toEqual(['own'])
  })

  it('is noticed with another secret, other winners, or a text that is none', () => {
    const other = { secret: 'e'.repeat(64), listHash, winners }
    const redrawn = drawWinners(readList(list)!, seedOf(other.secret, listHash))
    const secret = writeResult({ ...other, winners: redrawn })
    expect(verifyDraw({ ...published, result: secret }, null).differences).toEqual(['commitment'])
    const bent = writeResult({ secret: SECRET, listHash, winners: winners.slice(1) })
    expect(verifyDraw({ ...published, result: bent }, null).differences).toEqual(['winners'])
    expect(verifyDraw({ ...published, list: 'x', result: 'y' }, own).differences).toEqual([
      'listForm',
      'resultForm',
    ])
    expect(verifyDraw(published, { ...own, contribution: 'x' }).differences).toEqual(['own'])
  })

  const kept: KeptDraw = { commitment: commitmentOf(SECRET), listHash, own }

  it('is compared with what was kept before its outcome, and says of what there is nothing', () => {
    const all = { commitment: 'same', listHash: 'same', own: 'same' }
    expect(verifyDraw(published, own, kept)).toMatchObject({ differences: [], kept: all })
    // What the server shows of the application is not needed.
    expect(verifyDraw(published, null, kept)).toMatchObject({ kept: all, own: { people: 1 } })
    const none = { commitment: 'none', listHash: 'none', own: 'none' }
    expect(verifyDraw(published, own)).toMatchObject({ differences: [], kept: none })
    expect(verifyDraw(published, own, { ...kept, listHash: null })).toMatchObject({
      differences: [],
      kept: { ...all, listHash: 'none' },
    })
  })
  it('that was exchanged with secret, commitment, list and hash agrees with itself, and not with what was kept', () => {
    const secret = 'e'.repeat(64)
    const commitment = commitmentOf(secret)
    const forged = { id: 'p7', contribution: 'c-zz' }
    const others = entries.filter((one) => groupIdOf(one) !== 'p7')
    const people = [{ weight: 1 as const, choices: [1], people: [forged] }]
    const text = writeList(listOf([...others, ...people], { commitment }))
    const hash = sha256Hex(text)
    const redrawn = drawWinners(readList(text)!, seedOf(secret, hash))
    const made = writeResult({ secret, listHash: hash, winners: redrawn })
    const exchanged = { commitment, listHash: hash, list: text, result: made }
    expect(verifyDraw(exchanged, forged)).toMatchObject({ differences: [] })
    const only = (part: Partial<KeptDraw>) =>
      verifyDraw(exchanged, forged, { ...NOTHING_KEPT, ...part }).differences
    expect(only({ commitment: kept.commitment })).toEqual(['keptCommitment'])
    expect(only({ listHash })).toEqual(['keptListHash'])
    expect(only({ own })).toEqual(['keptOwn'])
    expect(only(kept)).toEqual(['keptCommitment', 'keptListHash', 'keptOwn'])
    const unread = verifyDraw({ ...exchanged, list: 'x' }, forged, kept).differences
    expect(unread).toEqual(['keptCommitment', 'keptListHash', 'listForm'])
  })
})
