import type { CachedTickets, OutboxAction, OutboxItem } from '#pwa/lib/device.ts'
import { daysUntil } from '#pwa/lib/format.ts'
import { type BoxTicket, boxOf } from './box.ts'
import { heldLabel } from './held-labels.ts'

/** Titles of the tickets that a logout removes from this device: all usable ones, and those for today. */
export interface LogoutLosses {
  all: string[]
  today: string[]
  /** Titles of torn tickets and comments in the outbox, not yet sent to the server. */
  unsent: string[]
}

export function logoutLossesOf(
  { issued, joined }: CachedTickets,
  waiting: readonly OutboxItem[],
  now: string,
): LogoutLosses {
  const { next, coming, archives } = boxOf(joined, issued, now)
  const usable = [...(next ? [next] : []), ...coming, ...archives]
  const titles = (tickets: BoxTicket[]) => tickets.map((one) => heldLabel(one, now).title)
  return {
    all: titles(usable),
    today: titles(
      [...(next ? [next] : []), ...coming].filter((one) => daysUntil(startOf(one), now) <= 0),
    ),
    unsent: waiting
      .filter(({ refused }) => refused === null)
      .flatMap(({ work }) => (work.what === 'reaction' ? [] : [lossOf(work, issued)])),
  }
}

const lossOf = (
  work: Exclude<OutboxAction, { what: 'reaction' }>,
  issued: CachedTickets['issued'],
) =>
  work.what === 'comment'
    ? `コメント「${work.text}」`
    : `${issued.find(({ id }) => id === work.ticket)?.ticket.title ?? 'チケット'}のもぎり`

const startOf = (ticket: BoxTicket) =>
  ticket.kind === 'watch' ? ticket.event.start : ticket.issued.ticket.starts_at

/** 「夜ふかし朗読会」ほか2枚; null without tickets. */
export function logoutWarning({ all: [first, ...rest] }: LogoutLosses): string | null {
  if (first === undefined) return null
  const which = rest.length > 0 ? `「${first}」ほか${rest.length}枚` : `「${first}」`
  return `${which}のチケットを、この端末から消しました`
}
