import { numbersOf } from '#server/db/json.ts'
import type { DigitalTicket } from '#server/db/schema/tickets.ts'

type Numbering = Pick<DigitalTicket, 'number_prefix' | 'number_start' | 'number_skip'>

const WIDTH = 3

/** Printed 整理番号 of the nth ticket (from 1), without the skipped numbers. */
export function ticketNumberOf(seq: number, ticket: Numbering): string {
  const skipped = new Set(numbersOf(ticket.number_skip))
  let number = ticket.number_start - 1
  for (let issued = 0; issued < seq; ) if (!skipped.has(++number)) issued++
  return printed(ticket, number)
}

const printed = ({ number_prefix }: Pick<Numbering, 'number_prefix'>, number: number) =>
  [number_prefix, String(number).padStart(WIDTH, '0')].filter(Boolean).join(' ')

/** Printed number for the input `a42`, `Ａ ０４２` or `42`; null if it is not a number. */
export function numberMeant(typed: string, ticket: Pick<Numbering, 'number_prefix'>) {
  const normalized = plain(typed)
  const digits = /\d+$/.exec(normalized)?.[0]
  if (digits === undefined) return null
  const prefix = normalized.slice(0, -digits.length)
  return prefix === '' || prefix === plain(ticket.number_prefix)
    ? printed(ticket, Number(digits))
    : null
}
const plain = (text: string) => text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '')

/**
 * Sequence numbers of the tickets with printed numbers from `from` to `to`, inclusive; consecutive. Empty if from >
 * to.
 */
export function seqsOf([from, to]: readonly [number, number], ticket: Numbering) {
  const skipped = numbersOf(ticket.number_skip)
  /** Count of used numbers up to this one. */
  const upTo = (number: number) => {
    const counted = number - ticket.number_start + 1
    const omitted = skipped.filter((one) => one >= ticket.number_start && one <= number)
    return Math.max(0, counted - omitted.length)
  }
  return { from: upTo(from - 1) + 1, to: upTo(to) }
}
