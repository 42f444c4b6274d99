import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import {
  makeComment,
  makeConversation,
  makeDigitalTicket,
  makeEvent,
  makeIssued,
  makeMember,
  makeRoom,
  makeSale,
  makeSeller,
  makeStaff,
  makeThread,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import type { Route } from './routes.ts'

/** All people; null: a visitor. `aoi` owns the room, `kumo` a closed one, `yami` a suspended one. */
const PEOPLE = [null, 'aoi', 'kumo', 'yami', 'mod', 'door', 'member', 'fan', 'guest', 'admin']

/** Markers in private content, and who may see each; an operator sees admin data, but no content of a room. */
const SECRETS: Record<string, (string | null)[]> = {
  'secret-thread': ['aoi', 'mod', 'member', 'fan'],
  'secret-media': ['aoi', 'mod', 'member', 'fan'],
  'secret-comment': ['aoi', 'mod', 'member', 'fan'],
  'secret-talk': ['aoi', 'mod', 'fan'],
  'secret-draft-event': ['aoi'],
  'secret-draft-ticket': ['aoi', 'door'],
  'secret-credential': ['fan'],
  'secret-message': ['aoi', 'fan'],
  'secret-payment': ['aoi', 'fan', 'admin'],
  'secret-closed-thread': ['kumo'],
  'secret-suspended': ['yami', 'admin'],
  'secret-address': ['aoi'],
  'secret-asker': ['aoi', 'admin'],
  'aoi@room.test': ['aoi', 'admin'],
  'fan@room.test': ['fan', 'admin'],
}

async function fillRoom(world: World) {
  await makeRoom(world, 'aoi')
  for (const name of ['mod', 'door', 'member', 'fan', 'guest']) await makeUser(world, name)
  await makeUser(world, 'admin', { role: 'operator' })
  for (const name of ['member', 'fan']) await makeMember(world, 'room-aoi', name)
  await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  await makeStaff(world, 'room-aoi', 'door', 'door')
  await makeThread(world, 'room-aoi', 'aoi', { id: 'thread', text: 'secret-thread' })
  await world.add('thread_media', {
    id: 'media',
    thread_id: 'thread',
    kind: 'image',
    position: 0,
    path: 'members/secret-media.png',
    bytes: 0,
    small_path: null,
    thumbnail_path: null,
    width: 1,
    height: 1,
  })
  await makeComment(world, 'thread', 'fan', { text: 'secret-comment' })
}

async function fillEvents(world: World) {
  await makeEvent(world, 'room-aoi', { id: 'event', publishment_flg: 1 })
  await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft', title: 'secret-draft-event' })
  await makeTicket(world, 'event', 'fan')
  await world.add('talk', {
    event_id: 'event',
    seq: 1,
    user_id: 'fan',
    message: 'secret-talk',
    client_id: null,
    deleted: 0,
    deletes: null,
    question: 0,
    created_at: world.clock.now().toISOString(),
  })
  await makeDigitalTicket(world, 'room-aoi', { id: 'ticket' })
  const draft = { id: 'draft-ticket', status: 'draft', title: 'secret-draft-ticket' } as const
  await makeDigitalTicket(world, 'room-aoi', draft)
  await makeIssued(world, 'ticket', 'fan', { id: 'issued', credential: 'secret-credential' })
}

async function fillRest(world: World) {
  const messages = [{ by: 'aoi', text: 'secret-message' }]
  await makeConversation(world, { aoi: 0, fan: 1 }, messages, { id: 'talk' })
  await makeSale(world, {
    id: 'secret-payment',
    buyer_id: 'fan',
    seller_id: 'aoi',
    subject_id: 'room-aoi',
  })
  const facts = { address: 'secret-address', disclosed: false }
  await makeSeller(world, 'aoi', { account_ref: null, seller: JSON.stringify(facts) })
  await world.add('disclosure_request', {
    id: 'asked',
    seller_id: 'aoi',
    name: 'secret-asker',
    email: 'asker@example.com',
    reason: '',
    state: 'open',
    created_at: world.clock.now().toISOString(),
    done_at: null,
    declined_for: null,
  })
  for (const [name, state] of [
    ['kumo', 8],
    ['yami', 9],
  ] as const)
    await makeRoom(world, name, { state })
  const closed = { id: 'closed-thread', text: 'secret-closed-thread' }
  await makeThread(world, 'room-kumo', 'kumo', closed)
  const hidden = { title: 'secret-suspended', about: 'secret-suspended' }
  await world.db.updateTable('room').set(hidden).where('id', '=', 'room-yami').execute()
  await makeThread(world, 'room-yami', 'yami', { id: 'hidden-thread', title: 'secret-suspended' })
  await makeEvent(world, 'room-yami', { id: 'hidden-event', title: 'secret-suspended' })
  await makeDigitalTicket(world, 'room-yami', { id: 'hidden-ticket', title: 'secret-suspended' })
}

/** Every id that a path may contain. */
const IDS = [
  ...['aoi', 'kumo', 'yami', 'fan', 'thread', 'closed-thread', 'hidden-thread', 'event', 'draft'],
  ...['hidden-event', 'ticket', 'draft-ticket', 'hidden-ticket', 'issued', 'talk', 'terms'],
]
const ROOMS = ['aoi', 'kumo', 'yami']

/** Every URL of a call. */
function urlsOf({ endpoint, shape }: Route): string[] {
  const names = Object.keys(shape.params?.shape ?? {})
  const query = shape.query && 'limit' in shape.query.shape ? { limit: 100 } : {}
  const url = (params: Record<string, string>) => urlOf(endpoint, { params, query } as never)
  if (names.length === 0) return [url({})]
  if (names.length === 1) return IDS.map((id) => url({ [names[0]!]: id }))
  return ROOMS.flatMap((room) => IDS.map((id) => url({ [names[0]!]: room, [names[1]!]: id })))
}

describe.each(apiDatabaseNames)('private content on %s', (database) => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await fillRoom(world)
    await fillEvents(world)
    await fillRest(world)
  })
  afterAll(() => world.close())

  async function seenBy(person: string | null): Promise<string[]> {
    const headers: Record<string, string> = person
      ? { authorization: `Bearer ${await world.tokenOf(person)}` }
      : {}
    const reads = world.routes.filter(({ endpoint }) => endpoint.method === 'GET')
    const texts: string[] = []
    for (const url of reads.flatMap(urlsOf))
      texts.push(await (await world.fetch(url, { headers })).text())
    const all = texts.join('\n')
    return Object.keys(SECRETS).filter((secret) => all.includes(secret))
  }

  it.each(PEOPLE)('is visible to %s exactly as far as allowed, over all calls', async (person) => {
    const visible = Object.keys(SECRETS).filter((secret) => SECRETS[secret]!.includes(person))
    expect(await seenBy(person)).toEqual(visible)
  })
})
