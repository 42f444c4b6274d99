import type { Event } from '#contract/events.ts'
import type { IssuedTicket } from '#contract/tickets.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { issuedStateOf, opensAgain } from '../issued-state.ts'

/** What one holds: the right to watch an event, or the right to enter a place. */
export type Held = { kind: 'watch'; event: Event } | { kind: 'enter'; issued: IssuedTicket }

export interface Box {
  next: Held | null
  coming: Held[]
  /** 見逃し配信: over, and still to be watched; the one that goes first leads. */
  archives: Held[]
  past: Held[]
}

/** Both kinds of tickets on their shelves; the next one leads, whichever kind it is. */
export function boxOf(events: Event[], issued: IssuedTicket[], now: string): Box {
  const held: Held[] = [
    ...events.map((event) => ({ kind: 'watch' as const, event })),
    ...issued.map((one) => ({ kind: 'enter' as const, issued: one })),
  ]
  const on = (shelf: Shelf) => held.filter((one) => shelfOf(one, now) === shelf)
  const coming = on('coming').sort(soonestFirst)
  // What one came in with already leads no more, and stays at hand for coming back in.
  const next = coming.find((one) => !isUsed(one)) ?? null
  return {
    next,
    coming: coming.filter((one) => one !== next),
    archives: on('archive').sort(soonestGone),
    past: on('past').sort((a, b) => soonestFirst(b, a)),
  }
}

type Shelf = 'coming' | 'archive' | 'past'

function shelfOf(held: Held, now: string): Shelf {
  if (held.kind === 'enter') {
    const opens = issuedStateOf(held.issued, now) === 'valid' || opensAgain(held.issued, now)
    return opens ? 'coming' : 'past'
  }
  switch (phaseOf(held.event)) {
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

const isUsed = (held: Held) => held.kind === 'enter' && held.issued.status === 'used'

const startOf = (held: Held): string =>
  held.kind === 'watch' ? held.event.start : held.issued.ticket.starts_at

/** Of two at the same hour, the one that opens a door. */
const doorFirst = (a: Held, b: Held) => Number(b.kind === 'enter') - Number(a.kind === 'enter')
const byTime = (a: string, b: string) => Number(a > b) - Number(a < b)

/** What can be watched without end comes last. */
const endOf = (held: Held): string =>
  (held.kind === 'watch' ? held.event.archive_until : held.issued.ticket.valid_until) ?? '9999'

const soonestGone = (a: Held, b: Held) => byTime(endOf(a), endOf(b))
const soonestFirst = (a: Held, b: Held) => byTime(startOf(a), startOf(b)) || doorFirst(a, b)
