import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '#server/testing/gate-phone.ts'
import { inHours, makeDigitalTicket, makeIssued, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { statementsDuring } from '#server/testing/statements.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** Another user's ticket, and an unknown one with a similar id. */
const IDS = [
  ['in a row', '1', '2'],
  ['UUIDs', '019ab1c2-0000-7000-8000-000000000001', '019ab1c2-0000-7000-8000-000000000002'],
] as const
const inHex = (id: string) => [...id].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')
const SPELLINGS: [string, (id: string) => string][] = [
  ['as it is', (id) => id],
  ['letter by letter', inHex],
  ['from the folder above', (id) => `x/%2e%2e/${id}`],
  ['with the folder above in it', (id) => `x%2f%2e%2e%2f${id}`],
]

describe.each(apiDatabaseNames)('another user’s ticket on %s (45)', (database) => {
  let world: World
  let ask: (
    path: string,
    init?: RequestInit,
  ) => Promise<{ response: unknown; statements: string[] }>
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'stranger']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night' })
    for (const [, id] of IDS) await makeIssued(world, 'night', 'fan', { id })
    const authorization = `Bearer ${await world.tokenOf('stranger')}`
    ask = async (path, init = {}) => {
      const headers = { authorization, 'content-type': 'application/json' }
      let response: unknown
      const statements = await statementsDuring(async () => {
        const url = `/api/application/me/digitalTicket${path}`
        const answer = await world.fetch(url, { ...init, headers })
        response = [answer.status, await answer.text()]
      })
      return { response, statements }
    }
    // Loads the session, so that later calls do the same work.
    await ask('/nothing')
  })
  afterEach(() => world.close())

  const ways = async (): Promise<[string, string, object?][]> => {
    const at = inHours(world, 0)
    return [
      ['GET', ''],
      ['POST', '/device', { public_key: (await makeKey()).public_key }],
      ['POST', '/tear', { id: crypto.randomUUID(), torn_at: at, sent_at: at }],
      ['POST', '/transfer', { name: 'aoi' }],
      ['DELETE', '/transfer'],
      ['POST', '/accept', {}],
      ['POST', '/decline', {}],
    ]
  }

  it.each(
    IDS.flatMap(([ids, foreignId, nobodys]) =>
      SPELLINGS.map(([how, spell]) => ({
        ids,
        how,
        theirs: spell(foreignId),
        nobodys: spell(nobodys),
      })),
    ),
  )(
    'is answered like an unknown one, with the same work: ids $ids, $how',
    async ({ theirs: foreignId, nobodys }) => {
      for (const [method, what, body] of await ways()) {
        const init = { method, ...(body && { body: JSON.stringify(body) }) }
        const [one, other] = [
          await ask(`/${foreignId}${what}`, init),
          await ask(`/${nobodys}${what}`, init),
        ]
        expect([method, what, one]).toEqual([method, what, other])
        expect(one.response).toEqual([404, JSON.stringify({ message: '見つかりませんでした。' })])
      }
    },
  )

  it('is in no list, whatever the query, with the same work', async () => {
    for (const [, foreignId, nobodys] of IDS) {
      const [one, other] = [await ask(`?id[]=${foreignId}`), await ask(`?id[]=${nobodys}`)]
      expect(one).toEqual(other)
      expect(one.response).toEqual([200, '[]'])
    }
  })
})
