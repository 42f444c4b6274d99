import type { Event } from '#contract/events/calls.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { issuedStateOf, opensAgain } from '../issued-state.ts'

/** A ticket: the entitlement to watch an event, or to enter a venue. */
export type BoxTicket = { kind: 'watch'; event: Event } | { kind: 'enter'; issued: IssuedTicket }

export interface Box {
  next: BoxTicket | null
  coming: BoxTicket[]
  /** 見逃し配信: past events that can still be watched, in order of expiry. */
  archives: BoxTicket[]
  past: BoxTicket[]
}

/** Groups both kinds of tickets, with the next one first. */
export function boxOf(events: Event[], issued: IssuedTicket[], now: string): Box {
  const tickets: BoxTicket[] = [
    ...events.map((event) => ({ kind: 'watch' as const, event })),
    ...issued.map((one) => ({ kind: 'enter' as const, issued: one })),
  ]
  const on = (shelf: Shelf) => tickets.filter((one) => shelfOf(one, now) === shelf)
  const coming = on('coming').sort(soonestFirst)
  // A used ticket is not the next one, but stays listed for re-entry.
  const next = coming.find((one) => !isUsed(one)) ?? null
  return {
    next,
    coming: coming.filter((one) => one !== next),
    archives: on('archive').sort(byExpiry),
    past: on('past').sort((a, b) => soonestFirst(b, a)),
  }
}

type Shelf = 'coming' | 'archive' | 'past'

function shelfOf(ticket: BoxTicket, now: string): Shelf {
  if (ticket.kind === 'enter') {
    const opens = issuedStateOf(ticket.issued, now) === 'valid' || opensAgain(ticket.issued, now)
    return opens ? 'coming' : 'past'
  }
  switch (phaseOf(ticket.event)) {
    case 'coming':
    case 'onAir':
    case 'after':
      return 'coming'
    case 'archive':
      return 'archive'
    case 'ended':
    case 'cancelled':
      return 'past'
  }
}

const isUsed = (ticket: BoxTicket) => ticket.kind === 'enter' && ticket.issued.status === 'used'

const startOf = (ticket: BoxTicket): string =>
  ticket.kind === 'watch' ? ticket.event.start : ticket.issued.ticket.starts_at

/** At equal times, the venue ticket first. */
const doorFirst = (a: BoxTicket, b: BoxTicket) =>
  Number(b.kind === 'enter') - Number(a.kind === 'enter')
const byTime = (a: string, b: string) => Number(a > b) - Number(a < b)

/** Unlimited archives are last. */
const endOf = (ticket: BoxTicket): string =>
  (ticket.kind === 'watch' ? ticket.event.archive_until : ticket.issued.ticket.valid_until) ??
  '9999'

const byExpiry = (a: BoxTicket, b: BoxTicket) => byTime(endOf(a), endOf(b))
const soonestFirst = (a: BoxTicket, b: BoxTicket) =>
  byTime(startOf(a), startOf(b)) || doorFirst(a, b)
