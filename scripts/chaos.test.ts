import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { INVARIANTS } from '#server/reconcile/facts.ts'
import { databaseNames } from '#server/testing/names.ts'
import { chaos } from './chaos/run.ts'
import { wordsOf } from './chaos/words.ts'

const long = process.env.LONG === '1'
const [SHORT, LONG] = [
  { purchases: 12, kills: 2 },
  { purchases: 150, kills: 8 },
]

/** An empty database in the run's own PostgreSQL. */
async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `chaos_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${server}/${name}`
}

const short = ([1, 2, 3] as const).map((seed) => ({
  ...SHORT,
  seed,
  database: seed === 3 ? ('postgres' as const) : ('sqlite' as const),
}))
const many = Array.from({ length: 20 }, (_, nth) => ({
  ...LONG,
  seed: nth + 1,
  database: nth % 4 === 3 ? ('postgres' as const) : ('sqlite' as const),
}))

describe('buyers, a provider that misbehaves and a server that is shot', () => {
  it.each((long ? many : short).filter(({ database }) => databaseNames.includes(database)))(
    'end with every yen where it belongs: seed $seed, $purchases purchases, $kills kills, on $database',
    { timeout: long ? 900_000 : 180_000 },
    async ({ database, ...given }) => {
      const databaseUrl = database === 'postgres' ? await emptyDatabase() : undefined
      const outcome = await chaos({ ...given, ...(databaseUrl && { databaseUrl }) })
      const words = wordsOf(outcome)
      if (long) console.log(words)
      expect(outcome.report.differences, words).toEqual([])
      expect(outcome.missing, words).toEqual([])
      expect(outcome.restless, words).toEqual([])
      expect(Object.entries(outcome.report.holds)).toEqual(
        Object.keys(INVARIANTS).map((name) => [name, true]),
      )
      expect(outcome.told.has, words).toBeGreaterThan(0)
      expect(outcome.kills).toBeGreaterThan(0)
    },
  )
})
