import type { DigitalTicket } from '#server/db/schema/tickets.ts'

type Numbering = Pick<DigitalTicket, 'number_prefix' | 'number_start' | 'number_skip'>

const WIDTH = 3

/** 整理番号 of the nth ticket (from 1), as it is printed: the numbers that the owner skips are nobody's. */
export function numberOf(seq: number, ticket: Numbering): string {
  const skipped = new Set(JSON.parse(ticket.number_skip) as number[])
  let figure = ticket.number_start - 1
  for (let given = 0; given < seq; ) if (!skipped.has(++figure)) given++
  return [ticket.number_prefix, String(figure).padStart(WIDTH, '0')].filter(Boolean).join(' ')
}

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
