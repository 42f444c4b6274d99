import type { DigitalTicket } from '#server/db/schema/tickets.ts'

type Numbering = Pick<DigitalTicket, 'number_prefix' | 'number_start' | 'number_skip'>

const WIDTH = 3

/** 整理番号 of the nth ticket (from 1), as it is printed: the numbers that the owner skips are nobody's. */
export function numberOf(seq: number, ticket: Numbering): string {
  const skipped = new Set(JSON.parse(ticket.number_skip) as number[])
  let figure = ticket.number_start - 1
  for (let given = 0; given < seq; ) if (!skipped.has(++figure)) given++
  return printed(ticket, figure)
}

const printed = ({ number_prefix }: Pick<Numbering, 'number_prefix'>, figure: number) =>
  [number_prefix, String(figure).padStart(WIDTH, '0')].filter(Boolean).join(' ')

/** The number, as it is printed, that somebody means who types `a42`, `Ａ ０４２` or `42`; null where that is none. */
export function numberMeant(typed: string, ticket: Pick<Numbering, 'number_prefix'>) {
  const wanted = plain(typed)
  const figure = /\d+$/.exec(wanted)?.[0]
  if (figure === undefined) return null
  const prefix = wanted.slice(0, -figure.length)
  return prefix === '' || prefix === plain(ticket.number_prefix)
    ? printed(ticket, Number(figure))
    : null
}
const plain = (text: string) => text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '')

/**
 * Where in the row the tickets with these figures stand, both included: those between two figures follow one another.
 * From above to is none.
 */
export function seqsOf([from, to]: readonly [number, number], ticket: Numbering) {
  const skipped = JSON.parse(ticket.number_skip) as number[]
  /** How many figures up to this one are given. */
  const upTo = (figure: number) => {
    const counted = figure - ticket.number_start + 1
    const gone = skipped.filter((one) => one >= ticket.number_start && one <= figure)
    return Math.max(0, counted - gone.length)
  }
  return { from: upTo(from - 1) + 1, to: upTo(to) }
}
