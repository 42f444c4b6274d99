import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const text = (rows: (string | number)[][]) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(csvOf(rows))

it('writes a table that spreadsheets open as it is', () => {
  expect(
    text([
      ['名前', 'メモ'],
      ['あおい', 'a "b", c'],
      ['二\n行', 3],
    ]),
  ).toBe('\uFEFF名前,メモ\r\nあおい,"a ""b"", c"\r\n"二\n行",3\r\n')
})

it.each(['=1+1', '+81', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=cmd'])(
  'lets %j calculate nothing',
  (value) => {
    expect(
      text([[value]])
        .replace('\uFEFF', '')
        .replace(/^"/, ''),
    ).toMatch(/^'/)
  },
)

it('leaves numbers of ours alone', () => {
  expect(text([[-5]])).toBe('\uFEFF-5\r\n')
})
