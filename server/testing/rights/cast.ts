import { createHash } from 'node:crypto'
import { makeLottery } from '../lotteries.ts'
import {
  inHours,
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
} from '../make.ts'
import type { DatabaseName } from '../names.ts'
import { addRow } from '../rows.ts'
import { makeType } from '../ticket-types.ts'
import { createWorld, type World } from '../world.ts'

/** All roles relative to the room of `aoi`, in the order of the table's columns. */
export const ROLES = {
  visitor: null,
  member: 'fan',
  'ex-member': 'former',
  moderator: 'mod',
  owner: 'aoi',
  'other owner': 'mio',
  banned: 'banned',
  operator: 'admin',
} as const
/** Whose objects are requested: aoi's and her member's, mio's and her member's, and nonexistent ones. */
export const WHOSE = ['own', 'foreign', 'missing'] as const
export type Whose = (typeof WHOSE)[number]

/** Names and ids of everything in a room, and of its member's objects. */
export interface Objects {
  room: string
  member: string
  event: string
  /** An event with a recording. */
  past: string
  thread: string
  comment: string
  talk: string
  stamp: string
  ticket: string
  issued: string
  /** A companion's seat of that ticket, and the secret of its link. */
  seat: string
  secret: string
  /** A promotion of that ticket, with one code. */
  promotion: string
  code: string
  gate: string
  order: string
  card: string
  conversation: string
  /** A line in the member's list of notifications. */
  notification: string
  disclosure: string
  report: string
  /** A takedown request about the owner's thread, with an inquiry. */
  takedown: string
  session: string
  passkey: string
  /** An unfinished upload of the owner. */
  upload: string
}

const objectsOf = (owner: string, member: string): Objects => ({
  room: owner,
  member,
  event: `live-${owner}`,
  past: `past-${owner}`,
  thread: `thread-${owner}`,
  comment: `comment-${owner}`,
  talk: '0000001',
  stamp: `stamp-${owner}`,
  ticket: `ticket-${owner}`,
  issued: `issued-${owner}`,
  seat: `seat-${owner}`,
  secret: `secret-of-${owner}`.padEnd(43, '_'),
  promotion: `promotion-${owner}`,
  code: `CODE${owner.toUpperCase()}`,
  gate: `gate-${owner}`,
  order: `order-${owner}`,
  card: `card-${owner}`,
  conversation: `conversation-${owner}`,
  notification: `notification-${owner}`,
  disclosure: `disclosure-${owner}`,
  report: `report-${owner}`,
  takedown: `takedown-${owner}`,
  session: `session-of-${owner}`,
  passkey: `passkey-of-${owner}`,
  upload: `upload-${owner}`,
})
const NONE = objectsOf('nobody', 'nobody')
export const OBJECTS: Record<Whose, Objects> = {
  own: objectsOf('aoi', 'fan'),
  foreign: objectsOf('mio', 'miofan'),
  missing: { ...NONE, talk: '00000zz' },
}

/** Two rooms with one of everything, and all roles. */
export async function createCast(database: DatabaseName = 'sqlite'): Promise<World> {
  const world = await createWorld(database, { RATE_LIMITS: 'off' })
  for (const { room, member } of [OBJECTS.own, OBJECTS.foreign]) {
    await makeRoom(world, room, { amount: 500 })
    await makeSeller(world, room)
    await makeUser(world, member)
    await makeMember(world, `room-${room}`, member)
  }
  for (const name of ['former', 'mod', 'banned']) await makeUser(world, name)
  await makeUser(world, 'admin', { role: 'operator' })
  await makeMember(world, 'room-aoi', 'former', { status: 'left' })
  await makeMember(world, 'room-aoi', 'banned')
  await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  for (const whose of ['own', 'foreign'] as const) await fill(world, OBJECTS[whose])
  await makeTicket(world, OBJECTS.own.event, 'banned')
  const created_at = inHours(world, 0)
  await world.add('talk_ban', {
    event_id: OBJECTS.own.event,
    user_id: 'banned',
    banned_by: 'aoi',
    created_at,
  })
  return world
}

async function fill(world: World, of: Objects) {
  const roomId = `room-${of.room}`
  const at = inHours(world, 0)
  await makeEvent(world, roomId, { id: of.event, publishment_flg: 1 })
  await makeEvent(world, roomId, {
    id: of.past,
    start_at: inHours(world, -26),
    end_at: inHours(world, -24),
    publishment_flg: 3,
    archive: 1,
    archive_until: inHours(world, 48),
  })
  for (const id of [of.event, of.past]) await makeTicket(world, id, of.member)
  await world.add('caption', {
    ...{ event_id: of.past, language: 'ja', updated_at: at },
    text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nい\n',
  })
  await world.add('talk', {
    event_id: of.event,
    seq: 1,
    user_id: of.room,
    message: 'こんばんは',
    client_id: null,
    deleted: 0,
    deletes: null,
    question: 1,
    created_at: at,
  })
  await world.add('counter', { name: `talk:${of.event}`, last: 1 })
  await world.add('stamp', {
    ...{ id: of.stamp, room_id: roomId, name: 'い', position: 0, created_at: at },
    image_path: `public/stamp/${of.stamp}.webp`,
  })
  await makeThread(world, roomId, of.room, { id: of.thread })
  await makeComment(world, of.thread, of.member, { id: of.comment })
  await makeDigitalTicket(world, roomId, { id: of.ticket })
  await makeIssued(world, of.ticket, of.member, { id: of.issued })
  await world.add('companion_seat', {
    ...{ id: of.seat, leader_id: of.issued, digital_ticket_id: of.ticket, seq: 2, state: 'open' },
    ...{ ticket_id: `ticket-of-${of.seat}`, hash: of.seat, admitted_at: null, created_at: at },
    admitted_gate_id: null,
    link_hash: createHash('sha256').update(of.secret).digest('hex'),
  })
  await world.db
    .updateTable('digital_ticket')
    .set({ taken: 2 })
    .where('id', '=', of.ticket)
    .execute()
  await world.add('promotion', {
    ...{ id: of.promotion, digital_ticket_id: of.ticket, percent: 20, yen_off: null, presale: 0 },
    ...{ valid_from: null, valid_until: null, type_ids: '[]', seats: null, per_person: null },
    ...{ stopped: 0, created_at: at },
  })
  await world.add('promotion_code', {
    ...{ id: of.code, promotion_id: of.promotion, digital_ticket_id: of.ticket, code: of.code },
    taken: 0,
  })
  const typed = `${of.ticket}-typed`
  await makeDigitalTicket(world, roomId, { id: typed })
  await makeType(world, typed, { id: `${typed}-type` })
  await makeDigitalTicket(world, roomId, { id: `${of.ticket}-drawn` })
  await makeLottery(world, `${of.ticket}-drawn`)
  const paper = { issued_ticket_id: of.issued, user_id: of.member, name: '本名' }
  await world.add('paper_ticket', { ...paper, credential: 'CODE', generation: 0, created_at: at })
  await addRow(world.db, 'gate', {
    id: of.gate,
    digital_ticket_id: of.ticket,
    range_from: 1,
    range_to: 10,
  })
  await makeSale(world, {
    id: of.order,
    buyer_id: of.member,
    seller_id: of.room,
    kind: 'room',
    subject_id: roomId,
  })
  await world.add('receipt', {
    id: `receipt-${of.room}`,
    order_id: of.order,
    kind: 'sale',
    number: of.order,
    body: JSON.stringify({
      title: 'ルーム',
      amount: 1_000,
      tax_rate: 10,
      tax: 90,
      method: 'カード',
    }),
    issued_at: at,
  })
  await world.add('saved_card', {
    id: of.card,
    user_id: of.member,
    method_ref: `pm_${of.room}`,
    brand: 'visa',
    last4: '4242',
    exp_month: 1,
    exp_year: 2090,
    main: 1,
    created_at: at,
  })
  await makeConversation(
    world,
    { [of.member]: 1, [of.room]: 0 },
    [{ by: of.room, text: 'ようこそ' }],
    { id: of.conversation, room_id: roomId, member_id: of.member },
  )
  await world.add('notification', {
    ...{ id: of.notification, user_id: of.member, kind: 'newThread', key: 'newThread' },
    ...{ matter: of.thread, subject_id: of.thread, times: 1, created_at: at, read_at: null },
  })
  await world.add('disclosure_request', {
    id: of.disclosure,
    seller_id: of.room,
    name: '依頼者',
    email: 'asks@example.com',
    reason: '購入の前に確認したい',
    state: 'open',
    created_at: at,
    done_at: null,
    declined_for: null,
  })
  await world.add('report', {
    id: of.report,
    reporter_id: of.room,
    kind: 'comment',
    target_id: of.comment,
    event_id: null,
    author_id: of.member,
    category: 'spam',
    reason: '見てください',
    evidence: '{}',
    status: 'open',
    decided_by: null,
    decided_at: null,
    created_at: at,
  })
  await world.add('takedown', {
    id: of.takedown,
    number: of.room === 'aoi' ? 101 : 102,
    kind: 'thread',
    target_id: of.thread,
    author_id: of.room,
    url: `/community/${of.room}/talk/${of.thread}`,
    evidence: '{}',
    claimed: 'copyright',
    claim: 'わたしの写真です',
    name: '依頼者',
    email: 'asks@example.com',
    behalf: '',
    requester_id: null,
    state: 'inquired',
    created_at: at,
    inquired_at: at,
    answer_until: inHours(world, 24),
    answer: null,
    answer_text: '',
    answered_at: null,
    decided_at: null,
    moderation_id: null,
  })
  await world.add('conversion', {
    ...{ upload_id: of.upload, user_id: of.room, kind: 'audio', state: 'failed', percent: 0 },
    ...{ result_id: null, thumbnail_id: null, created_at: at, touched_at: at },
  })
  await world.add('upload', {
    id: of.upload,
    user_id: of.room,
    size: 3,
    created_at: at,
    touched_at: at,
  })
  await world.add('passkey', {
    id: of.passkey,
    user_id: of.member,
    credential_id: of.passkey,
    public_key: '',
    counter: 0,
    transports: '[]',
    name: 'い',
    created_at: world.clock.now().toISOString(),
    last_used_at: null,
  })
  await world.add('session', {
    id: of.session,
    user_id: of.member,
    device: 'テスト',
    created_at: at,
    last_seen_at: at,
    revoked_at: null,
    confirmed_at: null,
  })
}
