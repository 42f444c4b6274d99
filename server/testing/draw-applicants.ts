import { sha256Hex } from '#contract/lib/sha256.ts'
import type { DrawList, Entry } from '#contract/lottery/draw.ts'

const SEATS = 500

/**
 * A list of so many applicants, the same each time: in groups of one to four, a third of them of double weight, each with
 * three of four ticket types, for 500 seats of which three types have but some.
 */
export function drawApplicants(
  number: number,
  { ticket, commitment }: Pick<DrawList, 'ticket' | 'commitment'>,
): DrawList {
  const entries: Entry[] = []
  for (let id = 0; id < number; ) {
    const drawn = Number.parseInt(sha256Hex(`size ${id}`).slice(0, 4), 16)
    const size = Math.min(1 + (drawn % 4), number - id)
    const order = [1, 2, 3, 4]
      .map((choice) => ({ choice, by: sha256Hex(`${id} ${choice}`) }))
      .sort((a, b) => (a.by < b.by ? -1 : 1))
    const people = Array.from({ length: size }, (_, n) => ({
      id: sha256Hex(`id ${id + n}`).slice(0, 16),
      contribution: sha256Hex(`contribution ${id + n}`).slice(0, 22),
    }))
    const weight = id % 3 === 0 ? 2 : 1
    entries.push({ weight, choices: order.slice(0, 3).map(({ choice }) => choice), people })
    id += size
  }
  const choices = [100, 150, 200, null].map((places, n) => ({ type: `type-${n}`, places }))
  return { ticket, commitment, places: SEATS, choices, entries }
}
