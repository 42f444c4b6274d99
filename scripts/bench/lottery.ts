import { performance } from 'node:perf_hooks'
import { sha256Hex } from '#contract/lib/sha256.ts'
import {
  commitmentOf,
  drawWinners,
  type Entry,
  orderOf,
  readList,
  seedOf,
  writeList,
  writeResult,
} from '#contract/lottery/draw.ts'
import { verifyDraw } from '#contract/lottery/verify-draw.ts'
import { drawApplicants } from '#server/testing/draw-applicants.ts'
import { figure, type Row, type Section } from './report.ts'

const PEOPLE = 20_000
const ROUNDS = 5
const TARGET_MS = 10_000
const DRAWS = 10_000
/** Groups of the fairness, and the 99.9% bound of χ² for their nine degrees of freedom. */
const GROUPS = 10
const CHI_SQUARE_MAX = 27.88

const timed = (work: () => void) => {
  const begins = performance.now()
  work()
  return performance.now() - begins
}

/** χ² of how often each of ten groups is the first of 10,000 draws. */
function chiSquare(): number {
  const entries = Array.from({ length: GROUPS }, (_, n): Entry => {
    return { weight: 1, choices: [1], people: [{ id: `g${n}`, contribution: '' }] }
  })
  const counts = new Map<string, number>()
  for (let n = 0; n < DRAWS; n++) {
    const id = orderOf(entries, sha256Hex(`seed ${n}`))[0]?.people[0]?.id ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const expected = DRAWS / GROUPS
  return entries.reduce((sum, { people: [person] }) => {
    const count = counts.get(person?.id ?? '') ?? 0
    return sum + (count - expected) ** 2 / expected
  }, 0)
}

/** The draw of a large lottery on one core, its repetition from the published texts, and its fairness. */
export async function lottery(): Promise<Section> {
  const list = drawApplicants(PEOPLE, { ticket: 'night', commitment: commitmentOf('secret') })
  const text = writeList(list)
  const listHash = sha256Hex(text)
  const read = readList(text)
  if (!read) throw new Error('the list cannot be read')
  const winners = drawWinners(read, seedOf('secret', listHash))
  const result = writeResult({ secret: 'secret', listHash, winners })
  const published = { commitment: list.commitment, listHash, list: text, result }
  const draws = Array.from({ length: ROUNDS }, () =>
    timed(() => drawWinners(list, seedOf('secret', sha256Hex(writeList(list))))),
  )
  const repeats = Array.from({ length: ROUNDS }, () =>
    timed(() => {
      const { differences } = verifyDraw(published, null)
      if (differences.length > 0) throw new Error(`the draw differs: ${differences.join()}`)
    }),
  )
  const rowOf = (what: string, times: number[]): Row => ({
    what,
    figures: { ms: figure(times) },
    target: { says: `${TARGET_MS} ms`, held: figure(times).max <= TARGET_MS },
  })
  const square = chiSquare()
  return {
    title: `A lottery: ${PEOPLE.toLocaleString('en')} applicants in ${list.entries.length.toLocaleString('en')} groups, ${list.places} seats, ${(text.length / 1e6).toFixed(2)} MB`,
    rows: [
      rowOf('frozen and drawn', draws),
      rowOf('repeated from the published texts', repeats),
      {
        what: `χ² of the first place over ${DRAWS.toLocaleString('en')} draws of ${GROUPS} groups`,
        figures: { 'χ²': figure([square]) },
        target: { says: `99.9%: ${CHI_SQUARE_MAX}`, held: square < CHI_SQUARE_MAX },
      },
    ],
  }
}
