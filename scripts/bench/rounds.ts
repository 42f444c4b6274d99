import type { OutgoingHttpHeaders } from 'node:http'
import type { Loader, Server } from './processes.ts'
import { type Figure, figure } from './report.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const WARM_UP = { requests: 1_500, maxMs: 1_500 }
const ROUND = { requests: 2_500, maxMs: 1_000 }

export interface Question {
  /** Path and query, the same for all sides. */
  path: string
  headers: OutgoingHttpHeaders
  status: number
  distinct?: boolean
}
interface Measured {
  cpu: number[]
  rate: number[]
  bytes: number
  /** Milliseconds. */
  p99: number[]
  /** The longest delay of the event loop in each round, in milliseconds. */
  delay: number[]
}

/** Alternates the same request between all sides in each round, for equal conditions. */
export async function rounds<Side extends string>(
  loader: Loader,
  sides: Record<Side, Server>,
  question: Question,
): Promise<Record<Side, Measured>> {
  const names = Object.keys(sides) as Side[]
  const ask = (side: Side, bounds: { requests: number; maxMs: number }) =>
    loader.run({
      ...bounds,
      url: sides[side].isWhole ? sides[side].url : sides[side].url + question.path,
      headers: question.headers,
      status: question.status,
      distinct: question.distinct ?? false,
      connections: CONNECTIONS,
    })
  const measured = Object.fromEntries(
    names.map((side) => [side, { cpu: [], rate: [], bytes: 0, p99: [], delay: [] }]),
  ) as unknown as Record<Side, Measured>
  for (const side of names) await ask(side, WARM_UP)
  for (let round = 0; round < ROUNDS; round++)
    for (const side of names) {
      const before = await sides[side].usage()
      const { requests, ms, bytes, p99 } = await ask(side, ROUND)
      const after = await sides[side].usage()
      measured[side].cpu.push((after.cpu - before.cpu) / requests)
      measured[side].rate.push((requests / ms) * 1_000)
      measured[side].bytes = bytes
      measured[side].p99.push(p99)
      measured[side].delay.push(after.delay)
    }
  return measured
}

/** The ratio to the baseline in each round. */
export const ratio = (ours: number[], floor: number[]): Figure =>
  figure(ours.map((value, round) => value / floor[round]!))
