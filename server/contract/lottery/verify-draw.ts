import { sha256Hex } from '../lib/sha256.ts'
import {
  commitmentOf,
  type DrawList,
  drawWinners,
  type Entry,
  orderOf,
  readList,
  readResult,
  seedOf,
  type Winner,
} from './draw.ts'
import { type KeptDraw, NOTHING_KEPT, type OwnApplication } from './kept-draw.ts'

/** What is published about a draw, as the server shows it now. */
export interface Published {
  commitment: string
  /** Hash of the frozen list. */
  listHash: string
  list: string
  result: string
}

/**
 * What differs. `listForm`, `resultForm`: a text that is not as it must be; `commitment`: the secret is not the one that
 * was fixed; `listHash`: the list is not the frozen one; `winners`: others win; `own`: the application is missing, or
 * its contribution is another one; `kept…`: it is not what was kept before the outcome.
 */
export type DrawDifference =
  | 'listForm'
  | 'resultForm'
  | 'commitment'
  | 'listHash'
  | 'winners'
  | 'own'
  | 'keptCommitment'
  | 'keptListHash'
  | 'keptOwn'

/** `none`: nothing was kept. */
export type Comparison = 'same' | 'differs' | 'none'

/** The own group: its place in the order of the draw, from 1, and what it won, if it did. */
export interface OwnOutcome {
  place: number
  people: number
  weight: Entry['weight']
  choice: number | null
}

export interface Verification {
  differences: DrawDifference[]
  groups: number
  people: number
  winners: number
  own: OwnOutcome | null
  /** What is published, beside what was kept. */
  kept: Record<keyof KeptDraw, Comparison>
}

const NOTHING = { groups: 0, people: 0, winners: 0, own: null }
const isSame = (one: readonly Winner[], other: readonly Winner[]) =>
  one.length === other.length &&
  one.every(({ id, choice }, n) => id === other[n]?.id && choice === other[n]?.choice)

function ownOf({ entries }: DrawList, order: Entry[], winners: Winner[], own: OwnApplication) {
  const isOwn = ({ people }: Entry) =>
    people.some(({ id, contribution }) => id === own.id && contribution === own.contribution)
  const entry = entries.find(isOwn)
  if (!entry) return null
  const place = order.findIndex(isOwn) + 1
  const name = entry.people[0]?.id
  const choice = winners.find(({ id }) => id === name)?.choice ?? null
  return { place, people: entry.people.length, weight: entry.weight, choice }
}

const compare = (kept: string | null, shown: string): Comparison =>
  kept === null ? 'none' : kept === shown ? 'same' : 'differs'

/**
 * Repeats a draw from what is published, and compares it with itself, and with what was `kept` before its outcome. `shown`:
 * the own application as the server shows it, for somebody who kept none.
 */
export function verifyDraw(
  { commitment, listHash, list: listText, result: resultText }: Published,
  shown: OwnApplication | null,
  before: KeptDraw = NOTHING_KEPT,
): Verification {
  const kept = {
    commitment: compare(before.commitment, commitment),
    listHash: compare(before.listHash, listHash),
    own: 'none' as Comparison,
  }
  const differences: DrawDifference[] = []
  if (kept.commitment === 'differs') differences.push('keptCommitment')
  if (kept.listHash === 'differs') differences.push('keptListHash')
  const list = readList(listText)
  const result = readResult(resultText)
  if (!list) differences.push('listForm')
  if (!result) differences.push('resultForm')
  if (!list || !result) return { ...NOTHING, differences, kept }
  if (commitmentOf(result.secret) !== commitment || list.commitment !== commitment)
    differences.push('commitment')
  const hash = sha256Hex(listText)
  if (hash !== listHash || hash !== result.listHash) differences.push('listHash')
  const seed = seedOf(result.secret, hash)
  const winners = drawWinners(list, seed)
  if (!isSame(winners, result.winners)) differences.push('winners')
  const own = before.own ?? shown
  const outcome = own && ownOf(list, orderOf(list.entries, seed), winners, own)
  if (own && !outcome) differences.push(before.own ? 'keptOwn' : 'own')
  if (before.own) kept.own = outcome ? 'same' : 'differs'
  const people = list.entries.reduce((sum, entry) => sum + entry.people.length, 0)
  return {
    differences,
    groups: list.entries.length,
    people,
    winners: winners.length,
    own: outcome,
    kept,
  }
}
