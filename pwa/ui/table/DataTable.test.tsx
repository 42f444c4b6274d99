// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { type Column, DataTable } from './DataTable.tsx'

afterEach(cleanup)

interface Row {
  name: string
  tickets: number | null
}
const rows: Row[] = [
  { name: 'い', tickets: 9 },
  { name: 'あ', tickets: null },
  { name: 'う', tickets: 100 },
]
const columns: Column<Row>[] = [
  { label: '名前', by: ({ name }) => name, cell: ({ name }) => name },
  { label: '枚数', by: ({ tickets }) => tickets, number: true, cell: ({ tickets }) => tickets },
  { label: '備考', cell: () => '' },
]

describe('table', () => {
  const names = () =>
    within(screen.getByRole('table'))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  const draw = (initial?: { column: number; descending: boolean }) =>
    render(
      <DataTable
        label="くらべる"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        {...(initial && { initial })}
      />,
    )

  it('keeps the given order until a head is pressed', () => {
    draw()
    expect(names()).toEqual(['い', 'あ', 'う'])
    expect(screen.queryByRole('button', { name: '備考' })).toBeNull()
  })

  it('sorts numbers as numbers, the largest first, then the smallest; none stands last', async () => {
    draw()
    const press = () => userEvent.click(screen.getByRole('button', { name: '枚数' }))
    const head = () => screen.getByRole('columnheader', { name: '枚数' }).getAttribute('aria-sort')
    await press()
    expect([names(), head()]).toEqual([['う', 'い', 'あ'], 'descending'])
    await press()
    expect([names(), head()]).toEqual([['い', 'う', 'あ'], 'ascending'])
  })

  it('sorts words from the first letter', async () => {
    draw({ column: 1, descending: true })
    await userEvent.click(screen.getByRole('button', { name: '名前' }))
    expect(names()).toEqual(['あ', 'い', 'う'])
  })
})
