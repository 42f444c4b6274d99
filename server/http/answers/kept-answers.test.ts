import { afterEach, beforeEach, expect, it } from 'vitest'
import { addRow } from '#server/testing/rows.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const TOKEN = 'metrics-of-the-test'
const ROOM = '/api/application/room/aoi'

let world: World
beforeEach(async () => {
  world = await createWorld('sqlite', { NODE_ENV: 'production', DEMO: '1', METRICS_TOKEN: TOKEN })
  await addRow(world.db, 'user', { id: 'aoi', name: 'aoi' })
  await addRow(world.db, 'room', { id: 'aoi', owner_id: 'aoi', title: '朝の部屋' })
})
afterEach(() => world.close())

const retitle = (title: string) =>
  world.db.updateTable('room').set({ title }).where('id', '=', 'aoi').execute()

async function titleFor(userId: string | null) {
  const headers: HeadersInit = userId
    ? { authorization: `Bearer ${await world.tokenOf(userId)}` }
    : {}
  const answer = await world.fetch(ROOM, { headers })
  return ((await answer.json()) as { title: string }).title
}

it('an answer to visitors is kept for a second, while members see each change at once', async () => {
  expect(await titleFor(null)).toBe('朝の部屋')
  await retitle('夜の部屋')
  expect(await titleFor('aoi')).toBe('夜の部屋')
  world.clock.move(999)
  expect(await titleFor(null)).toBe('朝の部屋')
  world.clock.move(1)
  expect(await titleFor(null)).toBe('夜の部屋')
})

it('an answer to a member is never kept for visitors', async () => {
  await titleFor('aoi')
  const answer = await world.fetch(ROOM)
  expect(await answer.json()).toMatchObject({ is_owner: false, can: { edit: false } })
})

it('a kept answer is the same for all visitors, and a 304 for those who have it', async () => {
  const first = await world.fetch(ROOM)
  const etag = first.headers.get('etag')!
  const second = await world.fetch(ROOM, { headers: { 'if-none-match': etag } })
  expect([second.status, second.headers.get('etag')]).toEqual([304, etag])
})

it('a refusal is not kept', async () => {
  const late = '/api/application/room/kumo'
  expect((await world.fetch(late)).status).toBe(404)
  await addRow(world.db, 'user', { id: 'kumo', name: 'kumo' })
  await addRow(world.db, 'room', { id: 'kumo', owner_id: 'kumo' })
  expect((await world.fetch(late)).status).toBe(200)
})

it('lookups of kept answers are counted in the metrics', async () => {
  for (const _ of [1, 2, 3]) await titleFor(null)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const metrics = await (await world.fetch('/metrics', { headers })).text()
  expect(metrics).toContain('room_cache_lookups_total{cache="answers",result="hit"} 2')
  expect(metrics).toContain('room_cache_lookups_total{cache="answers",result="miss"} 1')
})
