import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/caller.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import { databaseNames } from './testing/names.ts'
import { ASKS } from './testing/rights/asks.ts'
import { openCast, THINGS } from './testing/rights/cast.ts'
import type { World } from './testing/world.ts'

const reading = Object.entries(contract).flatMap(([word, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, endpoint]) => ({ name: `${word}.${name}`, endpoint })),
)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Tables of which every row is read. */
const wholeTables = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(wholeTables),
]

/** Some rows, however large the site is. */
const SMALL = ['feature_switch', 'news', 'ng_word', 'broadcast', 'push_key', 'job']
/** Operators' own pages count and list everything; a few people ask for them. */
const OPERATORS: Record<string, string[]> = {
  'operatorMachinery.listFailedWork': ['outbox'],
  'operatorOverview.getOverview': ['disclosure_request', 'user', 'room'],
  'operatorPeople.listPeople': ['user'],
}

describe.runIf(databaseNames.includes('postgres'))('what is read on PostgreSQL', () => {
  let world: World
  let questions = 0
  beforeAll(async () => {
    world = await openCast('postgres')
  })
  afterAll(() => world.close())

  it.each(reading)('$name finds what it wants along an index', async ({ name, endpoint }) => {
    const asking = ASKS[name]!
    const ask = typeof asking === 'function' ? asking(THINGS.own) : asking
    const asked = new Map<string, unknown[]>()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    for (const user of [null, 'fan', 'aoi', 'admin']) {
      const headers = new Headers()
      if (user) headers.set('authorization', `Bearer ${await world.tokenOf(user)}`)
      await world.fetch(urlOf(endpoint, ask as never), { headers })
    }
    for (const [text, values] of query.mock.calls as unknown as [string, unknown[]][])
      if (/^select/i.test(text)) asked.set(text, values)
    query.mockRestore()
    questions += asked.size
    const isLarge = (table: string) => ![...SMALL, ...(OPERATORS[name] ?? [])].includes(table)
    // A planner that avoids whole tables reads one only where no index leads to what is asked.
    const walked = await world.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const found: string[] = []
      for (const [text, values] of asked) {
        const explained = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          CompiledQuery.raw(`explain (format json) ${text}`, values),
        )
        const [{ Plan }] = explained.rows[0]!['QUERY PLAN']
        found.push(
          ...wholeTables(Plan)
            .filter(isLarge)
            .map((table) => `${table}: ${text}`),
        )
      }
      return found
    })
    expect(walked).toEqual([])
  })

  it('was asked', () => {
    expect(questions).toBeGreaterThan(reading.length)
  })
})
