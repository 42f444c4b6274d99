import type { OwnEvent } from '#contract/events/calls.ts'
import type { DigitalTicket } from '#contract/tickets/calls.ts'
import { monthDay } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'

/** The pages that an owner makes links to: the room, and what it sells now. `value` is the path. */
export const linkTargets = (
  room: string,
  { events, tickets, now }: { events: OwnEvent[]; tickets: DigitalTicket[]; now: string },
): { value: string; label: string }[] => [
  { value: paths.room(room), label: 'ルーム' },
  ...events
    .filter(({ status, sales_end }) => status === 'published' && sales_end > now)
    .map(({ id, title, start }) => ({
      value: paths.event(room, id),
      label: `${monthDay(start)} ${title}`,
    })),
  ...tickets
    .filter(({ status, valid_until }) => status === 'published' && valid_until > now)
    .map(({ id, title, starts_at }) => ({
      value: paths.roomTicket(room, id),
      label: `${monthDay(starts_at)} ${title}（電子チケット）`,
    })),
]
