import { ENDLESS } from '#contract/door/number-ranges.ts'
import { plainTicketNumber } from '#contract/door/pattern-number.ts'
import { numbersOf } from '#server/db/json.ts'
import type { DigitalTicket, TicketType } from '#server/db/schema/tickets.ts'

type Numbering = Pick<DigitalTicket, 'number_prefix' | 'number_start' | 'number_skip'>

const WIDTH = 3
/** Sequence numbers of one series: those of the next begin above every printed number. */
const SERIES_SIZE = ENDLESS + 1

/** The first sequence number of a series, less one. The shared series of a ticket begins at 0. */
export const seriesStart = (type: Pick<TicketType, 'number_series'> | null) =>
  (type?.number_series ?? 0) * SERIES_SIZE

/** How a type is numbered: on its own from 1 if it has a 記号, without the numbers that the ticket skips. */
const numberingOf = (ticket: Numbering, prefix: string | null): Numbering =>
  prefix === null
    ? ticket
    : { number_prefix: prefix, number_start: 1, number_skip: ticket.number_skip }

/** Printed 整理番号 of a sequence number, without the skipped numbers. `prefix`: 記号 of its type, or null. */
export function ticketNumberOf(seq: number, ticket: Numbering, prefix: string | null): string {
  const numbering = numberingOf(ticket, prefix)
  const place = seq % SERIES_SIZE
  const skipped = new Set(numbersOf(numbering.number_skip))
  let number = numbering.number_start - 1
  for (let issued = 0; issued < place; ) if (!skipped.has(++number)) issued++
  return printed(numbering, number)
}

const printed = ({ number_prefix }: Pick<Numbering, 'number_prefix'>, number: number) =>
  [number_prefix, String(number).padStart(WIDTH, '0')].filter(Boolean).join(' ')

/** Printed numbers for the input `a42`, `Ａ ０４２` or `42`, of each series that it fits; none if it is not a number. */
export function numbersMeant(typed: string, prefixes: readonly string[]): string[] {
  const normalized = plainTicketNumber(typed)
  const digits = /\d+$/.exec(normalized)?.[0]
  if (digits === undefined) return []
  const prefix = normalized.slice(0, -digits.length)
  return prefixes
    .filter((number_prefix) => prefix === '' || prefix === plainTicketNumber(number_prefix))
    .map((number_prefix) => printed({ number_prefix }, Number(digits)))
}

/**
 * Sequence numbers of the tickets with printed numbers from `from` to `to`, inclusive, of the shared series or of a
 * type's own; consecutive. Empty if from > to.
 */
export function seqsOf(
  [from, to]: readonly [number, number],
  ticket: Numbering,
  type: Pick<TicketType, 'number_prefix' | 'number_series'> | null,
) {
  const { number_start, number_skip } = numberingOf(ticket, type?.number_prefix ?? null)
  const skipped = numbersOf(number_skip)
  /** Count of used numbers up to this one. */
  const upTo = (number: number) => {
    const counted = number - number_start + 1
    const omitted = skipped.filter((one) => one >= number_start && one <= number)
    return Math.max(0, counted - omitted.length)
  }
  const start = seriesStart(type)
  return { from: start + upTo(from - 1) + 1, to: start + upTo(to) }
}
