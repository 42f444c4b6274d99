import { expect, it } from 'vitest'
import { csvOf, momentCell } from './csv.ts'

const text = (rows: (string | number)[][]) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(csvOf(rows))

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

it('CSV leaves our own numbers unchanged', () => {
  expect(text([[-5]])).toBe('\uFEFF-5\r\n')
})

it.each([
  ['2026-11-20T14:59:59.999Z', '2026/11/20 23:59'],
  ['2026-11-20T15:00:00.000Z', '2026/11/21 00:00'],
  ['2026-12-31T15:00:00.000Z', '2027/01/01 00:00'],
  [null, ''],
])('CSV has instants in Japanese time: %s', (instant, expected) => {
  expect(momentCell(instant)).toBe(expected)
  expect(text([[momentCell(instant)]])).toBe(`\uFEFF${expected}\r\n`)
})
