import type { Event } from '#contract/events/calls.ts'
import { withSan } from '#contract/lib/with-san.ts'
import type { PageCard } from '#contract/site/page-card.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { eventPrice } from '#pwa/features/events/event-price.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import type { Clip } from '#pwa/features/live/archive/clip.ts'
import { clock } from '#pwa/features/live/picture/clock.ts'
import { isSoldOut, ticketPrice } from '#pwa/features/tickets/type-labels.ts'
import { count, dateBadgeParts, dayAndTime, longDate, yen } from '#pwa/lib/format.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import type { LoadedData } from './loaded.ts'

const HELD = { text: 'チケット、持ってます', tone: 'held' } as const

interface Shared {
  /** Who goes, by the page's URL. */
  going?: string | null
  /** The part of an archive that the page's URL shows. */
  clip?: Clip | null
}

/** The card of the page's subject, with the picture of its metadata; null for pages without one. */
export function cardOf(
  loaded: LoadedData,
  picture: string | null,
  { going = null, clip = null }: Shared = {},
): PageCard | null {
  const { article, event, ticket, thread, room, person, attendee } = loaded
  // A picture of another site is not drawn on: it is the preview itself.
  if (article && !picture?.startsWith('https:'))
    return {
      ...{ picture, over: PAGE_NAMES['/news'], title: article.title },
      ...{ facts: [longDate(article.published_at)], day: null, badge: null },
    }
  if (event && going !== null && isAhead(event))
    return {
      over: attendee ? `${withSan(attendee.display_name)}が参加します` : '一緒に参加しませんか',
      ...{ picture, title: event.title, day: dateBadgeParts(event.start) },
      facts: [dayAndTime(event.start), event.room.title],
      badge: HELD,
    }
  if (event)
    return {
      ...{ picture, over: event.room.title, title: event.title, day: dateBadgeParts(event.start) },
      facts: [
        clip && phaseOf(event) === 'archive'
          ? `${clock(clip.from)}〜${clock(clip.to)}の場面`
          : dayAndTime(event.start),
        eventPrice(event),
      ],
      badge: eventBadge(event),
    }
  // Who has an entry ticket is not published: it is shared without a name.
  if (ticket && going !== null && ticket.status === 'published')
    return {
      ...{ picture, over: '一緒に参加しませんか', title: ticket.title },
      ...{ day: dateBadgeParts(ticket.starts_at), badge: HELD },
      facts: [dayAndTime(ticket.starts_at), ticket.venue],
    }
  if (ticket)
    return {
      ...{ picture, over: ticket.room.title, title: ticket.title },
      ...{ day: dateBadgeParts(ticket.starts_at), badge: ticketBadge(ticket) },
      facts: [dayAndTime(ticket.starts_at), ticket.venue, ticketPrice(ticket)],
    }
  if (room && thread)
    return {
      ...{ picture, over: room.title, title: thread.title, day: null },
      facts: [`${withSan(thread.member.display_name)}のスレッド`],
      badge: thread.locked ? quiet('メンバー限定') : null,
    }
  if (room)
    return {
      ...{ picture, over: `${withSan(room.owner.display_name)}のルーム`, title: room.title },
      facts: [
        room.amount === 0 ? '参加無料' : `月額 ${yen(room.amount)}`,
        `メンバー${count(room.subscribers)}人`,
      ],
      ...{ day: null, badge: null },
    }
  if (person)
    return {
      ...{ picture, over: `@${person.name}`, title: person.display_name },
      ...{ facts: [], day: null, badge: null },
    }
  return null
}

const isAhead = (event: Event) => ['coming', 'onAir'].includes(phaseOf(event))

const quiet = (text: string) => ({ text, tone: 'quiet' }) as const

function eventBadge(event: Event): PageCard['badge'] {
  switch (phaseOf(event)) {
    case 'onAir':
      return { text: '配信中', tone: 'live' }
    case 'archive':
      return quiet('見逃し配信')
    case 'cancelled':
      return quiet('中止')
    case 'after':
    case 'ended':
      return quiet('終了')
    case 'coming':
      return event.remaining === 0 ? quiet('満席') : null
  }
}

const ticketBadge = (ticket: TicketOnSale) =>
  ticket.status === 'cancelled'
    ? quiet('中止')
    : ticket.lottery
      ? quiet('抽選販売')
      : isSoldOut(ticket)
        ? quiet('完売')
        : null
