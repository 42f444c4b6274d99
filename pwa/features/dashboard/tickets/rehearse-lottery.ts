import { allot, type Entry, groupIdOf, orderOf, type Places } from '#contract/lottery/draw.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'

/** Who applies in a rehearsal. */
export interface Invented {
  people: number
  maxGroup: number
  /** Share of the people who are members of the room and draw twice, in [0, 1]; null: all have the same chance. */
  members: number | null
  /** Share of the winners who do not buy, in [0, 1]. */
  lapsing: number
}

/** What an invented draw gave, in people if nothing else is said. */
export interface Rehearsal {
  people: number
  /** Winners of the draw. */
  won: number
  /** Groups that won the draw, by choice. */
  byChoice: number[]
  /** People in groups of members alone, and others; null if all have the same chance. */
  chances: { members: Chance; others: Chance } | null
  /** Winners who did not buy, of the draw and later. */
  lapsed: number
  /** Those who moved up. */
  later: number
  /** How often seats went to the next. */
  rounds: number
  /** Seats that nobody has bought. */
  left: number
}
interface Chance {
  people: number
  won: number
}

type Rehearsed = Pick<OwnDigitalTicket, 'capacity'> & {
  types: Pick<OwnDigitalTicket['types'][number], 'capacity' | 'closed'>[]
}
/** In [0, 1). */
type Random = () => number

/** Groups up to `maxGroup`, with three of so many choices at random. */
function inventEntries(choices: number, invented: Invented, random: Random): Entry[] {
  const { people, maxGroup, members } = invented
  const numbers = Array.from({ length: choices }, (_, n) => n + 1)
  const entries: Entry[] = []
  for (let id = 0; id < people; ) {
    const size = Math.min(1 + Math.floor(random() * maxGroup), people - id)
    const group = Array.from({ length: size }, (_, n) => ({
      person: { id: `p${id + n}`, contribution: '' },
      isMember: members !== null && random() < members,
    }))
    const wanted = numbers
      .map((choice) => ({ choice, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, 3)
    entries.push({
      weight: group.every(({ isMember }) => isMember) ? 2 : 1,
      choices: wanted.map(({ choice }) => choice),
      people: group.map(({ person }) => person),
    })
    id += size
  }
  return entries
}

const sizeOf = (entries: Entry[]) => entries.reduce((sum, { people }) => sum + people.length, 0)

/** Places with one more (or less) for each of these choices. */
function change(places: Places, by: 1 | -1, chosen: number[]): Places {
  const choices = [...places.choices]
  for (const choice of chosen) {
    const own = choices[choice - 1]
    if (own !== null && own !== undefined) choices[choice - 1] = own + by
  }
  return { total: places.total + by * chosen.length, choices }
}

/** Draws among invented applicants; what winners leave goes to the next, until nobody fits. */
export function rehearseLottery(
  { capacity, types }: Rehearsed,
  invented: Invented,
  random: Random,
): Rehearsal {
  const open = types.filter(({ closed }) => !closed)
  const entries = inventEntries(Math.max(open.length, 1), invented, random)
  let waiting = orderOf(entries, String(random()))
  let places: Places = {
    total: capacity,
    choices: open.length > 0 ? open.map((type) => type.capacity) : [null],
  }
  const rounds: { entries: Entry[]; byChoice: number[]; lapsed: number }[] = []
  for (;;) {
    const choiceOf = new Map(allot(waiting, places).map(({ id, choice }) => [id, choice]))
    const won = waiting.filter((entry) => choiceOf.has(groupIdOf(entry)))
    if (won.length === 0 && rounds.length > 0) break
    waiting = waiting.filter((entry) => !choiceOf.has(groupIdOf(entry)))
    const byChoice = [0, 0, 0]
    const seats = won.flatMap((entry) => {
      const choice = choiceOf.get(groupIdOf(entry)) ?? 0
      const rank = entry.choices.indexOf(choice)
      byChoice[rank] = (byChoice[rank] ?? 0) + 1
      return entry.people.map(() => choice)
    })
    // Each person of a group buys for themself.
    const lapsed = seats.filter(() => random() < invented.lapsing)
    places = change(change(places, -1, seats), 1, lapsed)
    rounds.push({ entries: won, byChoice, lapsed: lapsed.length })
  }
  const [draw, ...later] = rounds
  return {
    people: invented.people,
    won: sizeOf(draw?.entries ?? []),
    byChoice: draw?.byChoice ?? [],
    chances: invented.members === null ? null : chancesOf(entries, draw?.entries ?? []),
    lapsed: rounds.reduce((sum, { lapsed }) => sum + lapsed, 0),
    later: later.reduce((sum, round) => sum + sizeOf(round.entries), 0),
    rounds: later.length,
    left: places.total,
  }
}

/** How many of those with a double chance won the draw, and of the others. */
function chancesOf(entries: Entry[], won: Entry[]) {
  const of = (weight: Entry['weight']): Chance => {
    const fits = (entry: Entry) => entry.weight === weight
    return { people: sizeOf(entries.filter(fits)), won: sizeOf(won.filter(fits)) }
  }
  return { members: of(2), others: of(1) }
}
