// The draw of a lottery (抽選), the same for server and browser: texts, SHA-256 and whole numbers alone, so that anybody
// can repeat it. Documented in docs/decisions/tickets/062-lottery.md and on the page 「抽選のしくみ」.

import { sha256Hex } from '../lib/sha256.ts'

/** A person of a group: a public id, and what their device contributed. */
export interface DrawnPerson {
  id: string
  contribution: string
}
/** A group that wins or loses together. `choices`: numbers of the list's choices, from 1, the favourite first. */
export interface Entry {
  weight: 1 | 2
  choices: number[]
  /** By ascending id; the first one names the group. */
  people: DrawnPerson[]
}
/** What can be won: a ticket type, or the ticket itself (null). `places`: null if it shares those of the ticket. */
export interface DrawChoice {
  type: string | null
  places: number | null
}
/** The frozen list of applications. */
export interface DrawList {
  ticket: string
  /** SHA-256 of the secret, published before applications opened. */
  commitment: string
  /** Places of the ticket, over all choices. */
  places: number
  choices: DrawChoice[]
  entries: Entry[]
}
/** A group that won, and the choice that it gets, from 1. */
export interface Winner {
  id: string
  choice: number
}

const LIST_HEAD = 'room-lottery-list 1'
const RESULT_HEAD = 'room-lottery-result 1'
const NONE = '-'

/** The public id that names a group. */
export const groupIdOf = ({ people }: Entry): string => people[0]?.id ?? ''

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const entryLine = ({ weight, choices, people }: Entry) =>
  [weight, choices.join(''), ...people.map(({ id, contribution }) => `${id}:${contribution}`)].join(
    ' ',
  )

/** The list as a text, in its one possible order: what is hashed, published and recomputed. */
export function writeList({ ticket, commitment, places, choices, entries }: DrawList): string {
  const sorted = entries
    .map((entry) => ({ ...entry, people: entry.people.toSorted((a, b) => byText(a.id, b.id)) }))
    .sort((a, b) => byText(groupIdOf(a), groupIdOf(b)))
  const lines = [
    LIST_HEAD,
    `ticket ${ticket}`,
    `commitment ${commitment}`,
    `places ${places}`,
    ...choices.map((one) => `choice ${one.type ?? NONE} ${one.places ?? NONE}`),
    ...sorted.map(entryLine),
  ]
  return `${lines.join('\n')}\n`
}

const CHOICE = /^choice (\S+) (-|\d{1,6})$/
const ENTRY = /^([12]) ([1-9]{1,3})((?: [\w-]+:[\w-]+)+)$/

function readEntry(line: string): Entry | null {
  const [, weight, choices = '', people = ''] = ENTRY.exec(line) ?? []
  if (weight === undefined) return null
  return {
    weight: weight === '2' ? 2 : 1,
    choices: Array.from(choices, Number),
    people: people
      .trim()
      .split(' ')
      .map((person) => {
        const [id = '', contribution = ''] = person.split(':')
        return { id, contribution }
      }),
  }
}

/** Reads a list; null if it is not exactly what `writeList` writes. */
export function readList(text: string): DrawList | null {
  const lines = text.split('\n')
  const [head, ticket = '', commitment = '', places = ''] = lines
  const rest = lines.slice(4, -1)
  const choices = rest.flatMap((line) => {
    const [, type, own] = CHOICE.exec(line) ?? []
    if (type === undefined || own === undefined) return []
    return { type: type === NONE ? null : type, places: own === NONE ? null : Number(own) }
  })
  const entries = rest.slice(choices.length).flatMap((line) => readEntry(line) ?? [])
  const list = {
    ticket: ticket.slice('ticket '.length),
    commitment: commitment.slice('commitment '.length),
    places: Number(places.slice('places '.length)),
    choices,
    entries,
  }
  const ids = entries.flatMap(({ people }) => people.map(({ id }) => id))
  const isSound =
    head === LIST_HEAD &&
    Number.isSafeInteger(list.places) &&
    new Set(ids).size === ids.length &&
    entries.every((entry) => entry.choices.every((choice) => choice <= choices.length))
  return isSound && writeList(list) === text ? list : null
}

/** The commitment to a secret. */
export const commitmentOf = (secret: string) => sha256Hex(secret)
/** The seed of the draw: nobody knows it before the list is frozen, and the secret was fixed before there was a list. */
export const seedOf = (secret: string, listHash: string) => sha256Hex(`${secret}:${listHash}`)

/** A group's number in the draw: the smaller of two for a group of double weight. The smallest number comes first. */
function drawNumber(seed: string, entry: Entry): string {
  const first = sha256Hex(`${seed}:${groupIdOf(entry)}:1`)
  if (entry.weight === 1) return first
  const second = sha256Hex(`${seed}:${groupIdOf(entry)}:2`)
  return second < first ? second : first
}

/** The order of the groups, by their numbers. */
export function orderOf(entries: readonly Entry[], seed: string): Entry[] {
  return entries
    .map((entry) => ({ entry, number: drawNumber(seed, entry) }))
    .sort((a, b) => byText(a.number, b.number))
    .map(({ entry }) => entry)
}

/** Places that are left: of the ticket, and of each choice (null: those of the ticket). */
export interface Places {
  total: number
  choices: (number | null)[]
}

/**
 * Gives places in the order of the draw: each group gets the first of its choices with a place for all of them. A group
 * that does not fit is passed, and keeps its place in the order.
 */
export function allot(order: readonly Entry[], places: Places): Winner[] {
  let { total } = places
  const left = [...places.choices]
  const winners: Winner[] = []
  for (const entry of order) {
    if (total === 0) break
    const size = entry.people.length
    const fits = (choice: number) => size <= total && size <= (left[choice - 1] ?? total)
    const choice = entry.choices.find(fits)
    if (choice === undefined) continue
    total -= size
    const own = left[choice - 1]
    if (own !== null && own !== undefined) left[choice - 1] = own - size
    winners.push({ id: groupIdOf(entry), choice })
  }
  return winners
}

/** The winners of a list. */
export const drawWinners = ({ entries, places, choices }: DrawList, seed: string): Winner[] =>
  allot(orderOf(entries, seed), { total: places, choices: choices.map((one) => one.places) })

/** What is published with the result. */
export interface DrawResult {
  secret: string
  listHash: string
  winners: Winner[]
}

export const writeResult = ({ secret, listHash, winners }: DrawResult): string =>
  `${[
    RESULT_HEAD,
    `secret ${secret}`,
    `list ${listHash}`,
    ...winners.map(({ id, choice }) => `${id} ${choice}`),
  ].join('\n')}\n`

/** Reads a result; null if it is not exactly what `writeResult` writes. */
export function readResult(text: string): DrawResult | null {
  const [head, secret = '', listHash = '', ...lines] = text.split('\n')
  const result = {
    secret: secret.slice('secret '.length),
    listHash: listHash.slice('list '.length),
    winners: lines.slice(0, -1).map((line) => {
      const [id = '', choice] = line.split(' ')
      return { id, choice: Number(choice) }
    }),
  }
  return head === RESULT_HEAD && writeResult(result) === text ? result : null
}
