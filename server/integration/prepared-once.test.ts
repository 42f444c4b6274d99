import { DatabaseSync } from 'node:sqlite'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import { recurringJobs } from '#server/jobs/index.ts'
import { ASKS } from '#server/testing/rights/asks.ts'
import { createCast, OBJECTS } from '#server/testing/rights/cast.ts'
import type { World } from '#server/testing/world.ts'

const calls = Object.entries(contract).flatMap(([word, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${word}.${name}`,
    endpoint,
  })),
)

/** Authorizer calls of an execution without planning: none, as SQLite calls it only to plan. */
const ALLOWED = 0

let world: World
/** All statements with parameters that the server prepared: reads, writes and jobs. */
let statements: string[]
let schema: string[]

beforeAll(async () => {
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
  world = await createCast('sqlite')
  for (const { name, endpoint } of calls) {
    const asking = ASKS[name]!
    const ask = typeof asking === 'function' ? asking(OBJECTS.own) : asking
    const { body } = ask as { body?: unknown }
    for (const user of ['fan', 'aoi', 'admin']) {
      const headers = new Headers({ authorization: `Bearer ${await world.tokenOf(user)}` })
      const init: RequestInit = { method: endpoint.method, headers }
      if (body instanceof FormData || body instanceof Blob) init.body = body
      else if (body !== undefined) {
        headers.set('content-type', 'application/json')
        init.body = JSON.stringify(body)
      }
      await world.fetch(urlOf(endpoint, ask as never), init)
    }
  }
  for (const { run } of recurringJobs(world.deps, world)) await run(new AbortController().signal)
  const { calls: prepared, contexts } = prepare.mock
  // The payment sandbox has its database in memory.
  const ours = prepared.filter((_, nth) => !(contexts[nth] as Sqlite.Database).memory)
  const texts = new Set(ours.map(([text]) => text as unknown as string))
  prepare.mockRestore()
  statements = [...texts].filter((text) => text.includes('?'))
  const definitions = await sql<{ sql: string }>`
    select sql from sqlite_schema
    where sql is not null and type in ('table', 'index')
      and name not like 'sqlite_%' and name not like 'search_index_%'
    order by type desc`.execute(world.db)
  schema = definitions.rows.map((row) => row.sql)
})
afterAll(() => world.close())

/** Statements that are planned again during executions with other values. */
function again(spelled: (text: string) => string): string[] {
  using database = new DatabaseSync(':memory:')
  for (const statement of schema) database.exec(statement)
  let planned = 0
  // Set once: setting it expires every prepared statement.
  database.setAuthorizer(() => {
    planned++
    return ALLOWED
  })
  return statements.filter((text) => {
    const statement = database.prepare(spelled(text))
    const values = Array.from({ length: text.split('?').length - 1 }, (_, n) => n)
    for (const round of ['a', 'b', 'c']) {
      // The search index prepares its own statements at the first execution.
      if (round !== 'a') planned = 0
      try {
        statement.all(...values.map((n) => `${round}${n}`))
      } catch {
        // Constraint and type errors are irrelevant: they occur after planning.
      }
    }
    return planned > 0
  })
}

it('statements of the whole server stay prepared for any values', () => {
  expect(statements.length).toBeGreaterThan(300)
  expect(again((text) => text)).toEqual([])
})

it('statements would be planned at each execution if the planner saw their values', () => {
  expect(again((text) => text.replaceAll('+?', '?')).length).toBeGreaterThan(10)
})

it('statements hide values from the planner, also with statistics', () => {
  expect(statements.filter((text) => /(?<!\+)\?/.test(text))).toEqual([])
})
