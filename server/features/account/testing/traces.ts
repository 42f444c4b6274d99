import { makeLottery } from '#server/testing/lotteries.ts'
import { inHours, makeDigitalTicket, makeIssued } from '#server/testing/make.ts'
import { addRow } from '#server/testing/rows.ts'
import type { World } from '#server/testing/world.ts'

/** What the server notes about `userId` on its own: links, devices, copies of answers. */
export async function addTraces(world: World, userId: string) {
  const created_at = world.clock.now().toISOString()
  await world.add('known_device', { user_id: userId, hash: 'cookie', last_used_at: created_at })
  await world.add('signed_link', {
    id: 'link-of-hers',
    user_id: userId,
    purpose: 'change_email',
    payload: JSON.stringify({ email: 'next@tegami.test' }),
    expires_at: inHours(world, 1),
    used_at: null,
    created_at,
  })
  await world.add('notification', {
    ...{ id: 'line-of-hers', user_id: userId, kind: 'comment', key: 'line', matter: 'line' },
    ...{ subject_id: 'comment-of-haru', times: 1, created_at, read_at: null },
  })
  await world.add('idempotency', {
    scope: 'scope-of-hers',
    body_hash: 'hash',
    user_id: userId,
    status: 200,
    answer: '{}',
    created_at,
  })
  const wait = { user_id: userId, kind: 'event', subject_id: 'night', created_at } as const
  const open = { closed_at: null, outcome: null }
  await world.add('waitlist', {
    id: 'wait-of-hers',
    ...wait,
    ...open,
    ticket_type_id: null,
    seq: 1,
    seats: 2,
    passed: 0,
    gathered: 0,
  })
  const times = { remind_at: created_at, reminded_at: null, expires_at: inHours(world, 24) }
  const offer = { id: 'offer-of-hers', order_id: null, ...wait, ...open, ...times }
  await world.add('seat_offer', { ...offer, subject_id: 'morning', seats: 1, drawn: 0 })
  await makeDigitalTicket(world, 'room-aoi', { id: 'drawn' })
  await makeLottery(world, 'drawn')
  const group = { id: 'group-of-hers', digital_ticket_id: 'drawn', created_at }
  await world.add('lottery_group', { ...group, invite: 'invite', choices: '[]' })
  await world.add('application', {
    ...{
      public_id: 'pseudonym-of-hers',
      digital_ticket_id: 'drawn',
      group_id: group.id,
      position: 0,
    },
    ...{ user_id: userId, contribution: 'random', created_at },
  })
}

/** The keys of an event's stream, and a gate at which `visitor` was admitted. */
export async function addStreamAndGate(
  world: World,
  { eventId, ticketId, visitor }: { eventId: string; ticketId: string; visitor: string },
) {
  const created_at = world.clock.now().toISOString()
  const sealed = { key_hash: 'hash', key_sealed: 'sealed' }
  await world.add('stream_key', { event_id: eventId, ...sealed, created_at })
  const source = { live_sealed: 'sealed', archive_sealed: 'sealed' }
  await world.add('stream_source', { event_id: eventId, ...source, updated_at: created_at })
  const caption = { language: 'ja', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nこんばんは\n' }
  await world.add('caption', { event_id: eventId, ...caption, updated_at: created_at })
  await addRow(world.db, 'gate', { id: 'gate', digital_ticket_id: ticketId })
  await makeIssued(world, ticketId, visitor, { status: 'used', used_gate_id: 'gate' })
}
