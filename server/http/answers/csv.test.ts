import { expect, it } from 'vitest'
import { type Cell, CsvTable, csvOf, momentCell } from './csv.ts'

const text = (rows: Cell[][]) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(csvOf(rows))

it('CSV opens unchanged in spreadsheets', () => {
  expect(
    text([
      ['名前', 'メモ'],
      ['あおい', 'a "b", c'],
      ['二\n行', 3],
    ]),
  ).toBe('\uFEFF名前,メモ\r\nあおい,"a ""b"", c"\r\n"二\n行",3\r\n')
})

it.each(['=1+1', '+81', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=cmd'])(
  'CSV neutralizes the formula %j',
  (value) => {
    expect(
      text([[value]])
        .replace('\uFEFF', '')
        .replace(/^"/, ''),
    ).toMatch(/^'/)
  },
)

it.each([
  ...['007', '1e5', '2-3', '1/2', '2026.1', '12:30', '50%', '1,000', '８８', '3月9日', '2026年'],
  ...['sep1', 'May2026', '1-jan', '3mar', 'TRUE', 'false'],
])('CSV marks the text %j, which a spreadsheet would read as another value', (value) => {
  expect(text([[value]])).toMatch(new RegExp(`^\uFEFF"?'${value}"?\r\n$`, 'u'))
})

it.each(['aoi', 'e5', 'haru_2', '2nd', 'maya', 'march', 'june_bug', '7人の侍', 'truely', '月'])(
  'CSV leaves the text %j unchanged',
  (value) => {
    expect(text([[value]])).toBe(`\uFEFF${value}\r\n`)
  },
)

it('CSV leaves our own numbers unchanged', () => {
  expect(text([[-5]])).toBe('\uFEFF-5\r\n')
})

it.each([
  ['2026-11-20T14:59:59.999Z', '2026/11/20 23:59'],
  ['2026-11-20T15:00:00.000Z', '2026/11/21 00:00'],
  ['2026-12-31T15:00:00.000Z', '2027/01/01 00:00'],
  [null, ''],
])('CSV has instants in Japanese time: %s', (instant, expected) => {
  expect(text([[momentCell(instant)]])).toBe(`\uFEFF${expected}\r\n`)
})

it('CSV that grows by rows has the same bytes, wherever they are taken', () => {
  const rows = Array.from({ length: 1_201 }, (_, n): Cell[] => [`夜 ${n}`, n])
  const table = new CsvTable(['題', '数'])
  const taken: Uint8Array[] = []
  for (const [n, row] of rows.entries()) {
    table.add(row)
    if (n % 700 === 0) taken.push(...table.take())
  }
  const bytes = Buffer.concat([...taken, table.rest()])
  expect(Buffer.compare(bytes, csvOf([['題', '数'], ...rows]))).toBe(0)
})
