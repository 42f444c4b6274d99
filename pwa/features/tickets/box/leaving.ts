import type { CachedTickets, OutboxAction, OutboxItem } from '#pwa/lib/device.ts'
import { daysUntil } from '#pwa/lib/format.ts'
import { boxOf, type Held } from './box.ts'
import { heldWords } from './held-words.ts'

/** Titles of tickets that leave this device with its user: all that can still be used, and those that are for today. */
export interface Leaving {
  all: string[]
  today: string[]
  /** Titles of tickets that were torn here, and comments that were written, of which the server has not heard. */
  unsent: string[]
}

export function leavingOf(
  { issued, joined }: CachedTickets,
  waiting: readonly OutboxItem[],
  now: string,
): Leaving {
  const { next, coming, archives } = boxOf(joined, issued, now)
  const usable = [...(next ? [next] : []), ...coming, ...archives]
  const titles = (held: Held[]) => held.map((one) => heldWords(one, now).title)
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

const startOf = (held: Held) =>
  held.kind === 'watch' ? held.event.start : held.issued.ticket.starts_at

/** 「夜ふかし朗読会」ほか2枚; null where none leaves. */
export function leavingWords({ all: [first, ...others] }: Leaving): string | null {
  if (first === undefined) return null
  const which = others.length > 0 ? `「${first}」ほか${others.length}枚` : `「${first}」`
  return `${which}のチケットを、この端末から消しました`
}
