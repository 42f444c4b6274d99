import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import { anEvent } from '../testing/samples.ts'
import { EventTicketFacts } from './EventTicketFacts.tsx'

afterEach(cleanup)

it.each([
  {
    what: 'an event that is sold in one kind',
    event: {},
    facts: { 料金: '¥1,980（税込）', 見逃し配信: '終了後、14日間' },
  },
  {
    what: 'a ticket with the archive',
    event: { live_amount: 1_200 },
    facts: { 券種: '配信＋見逃し配信', 料金: '¥1,980（税込）', 見逃し配信: '終了後、14日間' },
  },
  {
    what: 'a ticket without the archive',
    event: { live_amount: 1_200, live_only: true },
    facts: { 券種: '配信のみ', 料金: '¥1,200（税込）', 見逃し配信: '含まれません' },
  },
  {
    what: 'a ticket without the archive of an event that is sold in one kind by now',
    event: { live_only: true },
    facts: { 券種: '配信のみ', 見逃し配信: '含まれません' },
  },
  {
    what: 'an offline copy of the last release',
    event: { live_amount: undefined, live_only: undefined } as unknown as Partial<Event>,
    facts: { 料金: '¥1,980（税込）', 見逃し配信: '終了後、14日間' },
  },
])('names kind, price and archive of $what', ({ event, facts }) => {
  render(<EventTicketFacts event={anEvent(event)} />, { wrapper: MemoryRouter })
  const shown = screen
    .getAllByRole('term')
    .map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent])
  const { 券種, 料金, 見逃し配信 } = Object.fromEntries(shown)
  expect({ 券種, 料金, 見逃し配信 }).toEqual({ 券種: undefined, 料金: undefined, ...facts })
})
