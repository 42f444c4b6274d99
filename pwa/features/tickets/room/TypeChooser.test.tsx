import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NowProvider } from '#pwa/lib/now.tsx'
import { aTicketOnSale, aType } from '../testing/samples.ts'
import { TypeChooser } from './TypeChooser.tsx'

const NOW = '2026-11-20T03:00:00.000Z'

beforeEach(() => void vi.useFakeTimers({ now: new Date(NOW) }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ticket = aTicketOnSale({
  types: [
    aType({ id: 's', name: 'S席', amount: 6_500, remaining: 3, per_person: 1 }),
    aType({ id: 'u', name: '一般', sales_from: '2026-11-21T03:00:00.000Z' }),
    aType({ id: 'm', name: '会員', member_months: 3, refused: 'months' }),
    aType({ id: 'x', name: '学割', remaining: 0, note: '学生証を確認します' }),
    aType({ id: 'c', name: '早割', closed: true, amount: 0 }),
  ],
})
const show = (onChoose: Parameters<typeof TypeChooser>[0]['onChoose']) =>
  render(
    <NowProvider at={NOW}>
      <TypeChooser ticket={ticket} chosen={null} onChoose={onChoose} isWaiting={false} />
    </NowProvider>,
  )

it('shows each type with its price, state and conditions, and lets those be chosen that are sold or waited for', () => {
  const chosen = vi.fn()
  show(chosen)
  const rows = screen.getAllByRole('radio')
  expect(rows.map((row) => (row as HTMLInputElement).disabled)).toEqual([
    false,
    ...[true, true, false, true],
  ])
  expect(rows.map((row) => row.closest('label')?.textContent)).toEqual([
    'S席¥6,500（税込）残りわずか（3枚）お一人さま1枚まで',
    '一般¥3,500（税込）販売前（11月21日(土) 12:00から）',
    '会員¥3,500（税込）参加の月数が足りませんルームに参加して3か月以上の方のみ',
    '学割¥3,500（税込）売り切れ学生証を確認します',
    '早割無料販売終了',
  ])
  fireEvent.click(rows[0]!)
  expect(chosen).toHaveBeenCalledExactlyOnceWith(ticket.types[0])
})

it('only lists the types to those who cannot buy any', () => {
  show(null)
  expect(screen.queryAllByRole('radio')).toEqual([])
  expect(screen.getByText('S席')).toBeTruthy()
})
