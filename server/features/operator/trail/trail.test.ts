import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import { API_BASE, type Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorPeople } from '#contract/operator/people/calls.ts'
import { makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { ASKS, type Ask } from '#server/testing/rights/asks.ts'
import { createCast, OBJECTS, ROLES, WHOSE } from '#server/testing/rights/cast.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const calls = Object.entries(contract)
  .filter(([word]) => word.startsWith('operator'))
  .flatMap(([word, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(
      ([name, endpoint]) => [`${word}.${name}`, endpoint] as const,
    ),
  )
const rowsOf = (world: World) =>
  world.db.selectFrom('audit').selectAll().orderBy('created_at').orderBy('id').execute()

/** An operator's action that someone may want to undo. */
async function act(world: World) {
  await world.as('admin')(operatorPeople.setOfficial, {
    params: { name: 'fan' },
    body: { official_flg: 1, reason: 'ご本人を確かめました' },
  })
  return (await rowsOf(world))[0]!
}

describe('audit log', () => {
  let world: World
  afterEach(() => world.close())

  const send = async (path: string, method: string, user: string | null, body?: Ask['body']) => {
    const headers = new Headers()
    if (user !== null) headers.set('authorization', `Bearer ${await world.tokenOf(user)}`)
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    const sent = isForm ? body : body === undefined ? null : JSON.stringify(body)
    return world.fetch(path, { method, headers, body: sent })
  }

  it('survives every operator call with any parameters, including its own id', async () => {
    world = await createCast()
    const known = new Map([[(await act(world)).id, (await rowsOf(world))[0]!]])
    const record = [...known.keys()][0]!
    for (const [name, endpoint] of calls) {
      const asking = ASKS[name]!
      const asks = WHOSE.map((whose) =>
        typeof asking === 'function' ? asking(OBJECTS[whose]) : asking,
      )
      // Uses the audit record itself as the object of each call.
      const params = Object.fromEntries(
        Object.keys(asks[0]!.params ?? {}).map((param) => [param, record]),
      )
      for (const ask of [...asks, { ...asks[0]!, params }] as Ask[]) {
        const { status } = await send(
          urlOf(endpoint, ask as never),
          endpoint.method,
          'admin',
          ask.body,
        )
        expect(status, name).toBeLessThan(500)
      }
      const now = new Map((await rowsOf(world)).map((row) => [row.id, row]))
      for (const [id, row] of known) expect(now.get(id), `${name} changed ${id}`).toEqual(row)
      for (const [id, row] of now) known.set(id, row)
    }
    expect(known.size).toBeGreaterThan(10)
  })

  it('has no route that changes it', async () => {
    world = await createCast()
    const before = await act(world)
    const list = API_BASE + operatorAudit.listAudit.path
    for (const user of Object.values(ROLES))
      for (const path of [list, `${list}/${before.id}`, `${list}?id=${before.id}`])
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          expect((await send(path, method, user, {})).status, `${method} ${path}`).toBe(404)
    expect(await rowsOf(world)).toEqual([before])
  })
})

describe.each(databaseNames)('audit table on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'admin', { role: 'operator' })
    await makeUser(world, 'fan')
  })
  afterEach(() => world.close())

  it('rejects updates, deletes and replacement, also by the server', async () => {
    const before = await act(world)
    const attempts = [
      world.db.updateTable('audit').set({ actor_id: null }).execute(),
      world.db.deleteFrom('audit').where('id', '=', before.id).execute(),
      world.db.deleteFrom('audit').execute(),
      world.db
        .insertInto('audit')
        .values({ ...before, after: '{}' })
        .onConflict((on) => on.column('id').doUpdateSet({ after: '{}' }))
        .execute(),
      database === 'sqlite'
        ? sql`insert or replace into audit select id, null, action, target, before, after, created_at from audit`.execute(
            world.db,
          )
        : sql`truncate audit`.execute(world.db),
    ]
    for (const outcome of await Promise.allSettled(attempts))
      expect(outcome.status).toBe('rejected')
    expect(await rowsOf(world)).toEqual([before])
  })
})
