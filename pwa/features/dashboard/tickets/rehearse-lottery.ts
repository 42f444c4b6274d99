import { allot, type Entry, orderOf } from '#contract/lottery/draw.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'

/** What an invented draw gave: people who applied and won, groups that won by choice, and seats that are left. */
export interface Rehearsal {
  people: number
  won: number
  byChoice: number[]
  left: number
}

type Rehearsed = Pick<OwnDigitalTicket, 'capacity'> & {
  types: Pick<OwnDigitalTicket['types'][number], 'capacity' | 'closed'>[]
}

/** Draws among invented applicants, with groups up to `maxGroup` and choices at random. `random`: in [0, 1). */
export function rehearseLottery(
  { capacity, types }: Rehearsed,
  people: number,
  maxGroup: number,
  random: () => number,
): Rehearsal {
  const open = types.filter(({ closed }) => !closed)
  const numbers = open.length > 0 ? open.map((_, n) => n + 1) : [1]
  const upTo = (max: number) => Math.floor(random() * max)
  const entries: Entry[] = []
  for (let id = 0; id < people; ) {
    const size = Math.min(1 + upTo(maxGroup), people - id)
    const members = Array.from({ length: size }, (_, n) => ({ id: `p${id + n}`, contribution: '' }))
    const wanted = numbers
      .map((choice) => ({ choice, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, 3)
    entries.push({ weight: 1, choices: wanted.map(({ choice }) => choice), people: members })
    id += size
  }
  const choices = open.length > 0 ? open.map((type) => type.capacity) : [null]
  const winners = allot(orderOf(entries, String(random())), { total: capacity, choices })
  const sizes = new Map(entries.map((entry) => [entry.people[0]?.id, entry.people.length]))
  const ranks = new Map(entries.map((entry) => [entry.people[0]?.id, entry.choices]))
  const won = winners.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0)
  const byChoice = [0, 0, 0]
  for (const { id, choice } of winners) {
    const rank = ranks.get(id)?.indexOf(choice) ?? 0
    byChoice[rank] = (byChoice[rank] ?? 0) + 1
  }
  return { people, won, byChoice, left: capacity - won }
}
