import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { SeatCount, useSeatCount } from './SeatCount.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Panel({
  max_seats,
  remaining,
  usual,
}: {
  max_seats: number
  remaining: number
  usual?: number
}) {
  const count = useSeatCount({ id: 'd1', max_seats }, remaining, usual)
  return <SeatCount count={count} amount={3_500} />
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it.each([
  ['what one purchase may take', 2, 100],
  ['the places that are left', 4, 2],
])('is limited by %s', (_, max_seats, remaining) => {
  render(<Panel max_seats={max_seats} remaining={remaining} />, { wrapper: MemoryRouter })
  expect(button('枚数を減らす').disabled).toBe(true)
  fireEvent.click(button('枚数を増やす'))
  screen.getByText('2枚')
  screen.getByText(/¥3,500 × 2枚/)
  expect(button('枚数を増やす').disabled).toBe(true)
})

it('survives a login, within what is left by then', () => {
  render(<Panel max_seats={4} remaining={4} />, { wrapper: MemoryRouter })
  for (let n = 0; n < 3; n++) fireEvent.click(button('枚数を増やす'))
  screen.getByText('4枚')
  cleanup()
  render(<Panel max_seats={4} remaining={3} />, { wrapper: MemoryRouter })
  screen.getByText('3枚')
})

it('begins with the seats that are offered, which may be fewer', () => {
  render(<Panel max_seats={3} remaining={3} usual={3} />, { wrapper: MemoryRouter })
  screen.getByText('3枚')
  fireEvent.click(button('枚数を減らす'))
  screen.getByText('2枚')
})
