import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { read, root } from '../guides.ts'

const NUMBERS = String.raw`\d{1,2}(?:, \d{1,2})*`
const TEXT = String.raw`(['"\`])((?:(?!\1)[^\\\n]|\\.)*)\1`
/** The title of a test or suite: `it('…'`, `it.each([…])('…'`. */
const TITLE = new RegExp(String.raw`(?:\b(?:it|test|describe)|\))\(\s*${TEXT}`, 'g')
/** A string in a table of cases, which may be inserted into a title. */
const CASE = new RegExp(String.raw`[[{,:]\s*${TEXT}`, 'g')
/** `… (37)`, `… (32, 72)`. */
const TRAILING = new RegExp(String.raw` \((${NUMBERS})\)$`)

function citedIn(source: string): number[] {
  const strings = (at: RegExp) => [...source.matchAll(at)].map(([, , text]) => text!)
  const cited = [
    ...strings(TITLE).map((title) => TRAILING.exec(title)?.[1]),
    ...strings(CASE).map((text) => TRAILING.exec(text)?.[1]),
  ]
  return cited.flatMap((numbers = '') => numbers.split(', ').filter(Boolean).map(Number))
}

/** The fault numbers of the list, in order. */
const listed = [...read('docs/faults.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, n]) => Number(n))
const cited = new Map<number, string>()
for (const file of globSync('{server,pwa,scripts}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: ['scripts/guards/faults.test.ts'],
}))
  for (const number of citedIn(read(file))) cited.set(number, file)

it('docs/faults.md numbers its faults without gaps', () => {
  expect(listed.length).toBeGreaterThan(70)
  expect(listed).toEqual(listed.map((_, at) => at + 1))
})

it('test titles cite only faults that docs/faults.md explains', () => {
  expect([...cited].filter(([number]) => !listed.includes(number))).toEqual([])
})

it('every fault of docs/faults.md has a test that cites it', () => {
  expect(listed.filter((fault) => !cited.has(fault))).toEqual([])
})

it.each([
  ["it('pays once (17)', () => {})", [17]],
  ['describe.each(names)("payments on %s (16, 21)", () => {})', [16, 21]],
  ["it.each([\n  [1],\n])(\n  'pays once (32, 72)',\n  run,\n)", [32, 72]],
  ['it(`survives many cuts (72)`, () => {})', [72]],
  ["it.each([{ who: 'the owner (37)' }])('refuses $who', run)", [37]],
  ["db.exec('insert into a values (1)')", []],
  ["page.fill('no title (17)')", []],
])('parses the fault numbers of %j', (source, numbers) => {
  expect(citedIn(source)).toEqual(numbers)
})
