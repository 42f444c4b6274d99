// What the lines of a list are about, by id, with the reader's role in its room. Deleted and hidden things are not
// found; whether the reader may see what is found is decided by `policy.ts`.

import type { Id } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

/** Rooms with their address and the reader's role in them. */
const roomsFor = (db: Db, viewerId: Id) =>
  db
    .selectFrom('room')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .leftJoin('membership', (on) =>
      on.onRef('membership.room_id', '=', 'room.id').on('membership.user_id', '=', viewerId),
    )
    .leftJoin('room_staff as moderator', (on) =>
      on
        .onRef('moderator.room_id', '=', 'room.id')
        .on('moderator.user_id', '=', viewerId)
        .on('moderator.role', '=', 'moderator'),
    )
    .select(['room.owner_id', 'room.state', 'owner.name as room', 'room.title as room_title'])
    .select(['room.icon_image_path as room_icon', 'membership.status as membership_status'])
    .select('moderator.user_id as moderator_id')

export const listThreads = (db: Db, viewerId: Id, ids: Id[]) =>
  roomsFor(db, viewerId)
    .innerJoin('thread', 'thread.room_id', 'room.id')
    .select(['thread.id', 'thread.title'])
    .where('thread.id', 'in', ids)
    .where('thread.hidden_by', 'is', null)
    .execute()

export const listComments = (db: Db, viewerId: Id, ids: Id[]) =>
  roomsFor(db, viewerId)
    .innerJoin('thread', 'thread.room_id', 'room.id')
    .innerJoin('comment', 'comment.thread_id', 'thread.id')
    .innerJoin('user', 'user.id', 'comment.author_id')
    .select(['comment.id', 'comment.text', 'thread.id as thread_id', 'thread.title'])
    .select(memberColumns)
    .where('comment.id', 'in', ids)
    .where('comment.hidden_by', 'is', null)
    .where('thread.hidden_by', 'is', null)
    .execute()

export const listEvents = (db: Db, viewerId: Id, ids: Id[]) =>
  roomsFor(db, viewerId)
    .innerJoin('event', 'event.room_id', 'room.id')
    .select(['event.id', 'event.title', 'event.start_at as start', 'event.status'])
    .where('event.id', 'in', ids)
    .execute()

const listDigitalTickets = (db: Db, viewerId: Id, ids: Id[]) =>
  roomsFor(db, viewerId)
    .innerJoin('digital_ticket', 'digital_ticket.room_id', 'room.id')
    .select(['digital_ticket.id', 'digital_ticket.title', 'digital_ticket.status'])
    .where('digital_ticket.id', 'in', ids)
    .execute()

/** Events and digital tickets. */
export async function listSeated(db: Db, viewerId: Id, ids: Id[]) {
  const [events, tickets] = await Promise.all([
    listEvents(db, viewerId, ids),
    listDigitalTickets(db, viewerId, ids),
  ])
  return [
    ...events.map((row) => ({ ...row, kind: 'event' as const })),
    ...tickets.map((row) => ({ ...row, kind: 'digital_ticket' as const })),
  ]
}

/** Issued tickets that the reader holds. */
export const listIssued = (db: Db, viewerId: Id, ids: Id[]) =>
  db
    .selectFrom('issued_ticket')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .leftJoin('gate', 'gate.id', 'issued_ticket.used_gate_id')
    .select(['issued_ticket.id', 'issued_ticket.used_at', 'gate.name as gate'])
    .select(['digital_ticket.title', 'digital_ticket.opens_at as opens'])
    .select('room.icon_image_path as room_icon')
    .where('issued_ticket.id', 'in', ids)
    .where('issued_ticket.holder_id', '=', viewerId)
    .execute()

/** Transfers from or to the reader, with the handle of the other side. */
export const listTransfers = (db: Db, viewerId: Id, ids: Id[]) =>
  db
    .selectFrom('transfer')
    .innerJoin('issued_ticket', 'issued_ticket.id', 'transfer.issued_ticket_id')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user as giver', 'giver.id', 'transfer.from_id')
    .innerJoin('user as taker', 'taker.id', 'transfer.to_id')
    .select(['transfer.id', 'transfer.status', 'transfer.issued_ticket_id'])
    .select(['giver.name as from', 'taker.name as to', 'digital_ticket.title'])
    .select('room.icon_image_path as room_icon')
    .where('transfer.id', 'in', ids)
    .where((eb) => eb.or([eb('from_id', '=', viewerId), eb('to_id', '=', viewerId)]))
    .execute()

/** Announcements of rooms in the reader's inbox. */
export const listAnnouncements = (db: Db, viewerId: Id, ids: Id[]) =>
  roomsFor(db, viewerId)
    .innerJoin('conversation', 'conversation.room_id', 'room.id')
    .innerJoin('conversation_member as mine', (on) =>
      on.onRef('mine.conversation_id', '=', 'conversation.id').on('mine.user_id', '=', viewerId),
    )
    .innerJoin('message', 'message.conversation_id', 'conversation.id')
    .select(['conversation.id', 'conversation.title'])
    .where('conversation.id', 'in', ids)
    .where('conversation.kind', '=', 'announcement')
    .where('message.hidden_by', 'is', null)
    .execute()

/** Conversations of the reader with the other side; null is the service. */
export const listConversations = (db: Db, viewerId: Id, ids: Id[]) =>
  db
    .selectFrom('conversation_member as mine')
    .innerJoin('conversation', 'conversation.id', 'mine.conversation_id')
    .leftJoin('conversation_member as theirs', (on) =>
      on
        .onRef('theirs.conversation_id', '=', 'conversation.id')
        .on('theirs.user_id', '!=', viewerId),
    )
    .leftJoin('user', 'user.id', 'theirs.user_id')
    .select(['conversation.id', 'conversation.kind'])
    .select(memberColumns)
    .where('mine.user_id', '=', viewerId)
    .where('mine.conversation_id', 'in', ids)
    .where('conversation.kind', '!=', 'announcement')
    .execute()

/** Orders of the reader, with the room or the issued ticket that they bought. */
export const listOrders = (db: Db, viewerId: Id, ids: Id[]) =>
  db
    .selectFrom('order')
    .leftJoin('room', (on) =>
      on.onRef('room.id', '=', 'order.subject_id').on('order.kind', '=', 'room'),
    )
    .leftJoin('user as owner', 'owner.id', 'room.owner_id')
    .leftJoin('issued_ticket', (on) =>
      on
        .onRef('issued_ticket.order_id', '=', 'order.id')
        .on('issued_ticket.holder_id', '=', viewerId),
    )
    .select(['order.id', 'order.kind', 'order.subject_id', 'order.snapshot'])
    .select(['owner.name as room', 'issued_ticket.id as issued_id'])
    .where('order.id', 'in', ids)
    .where('order.buyer_id', '=', viewerId)
    .execute()

export const listRefunds = (db: Db, viewerId: Id, ids: Id[]) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select(['refund.id', 'order.snapshot'])
    .where('refund.id', 'in', ids)
    .where('order.buyer_id', '=', viewerId)
    .execute()

/** Memberships of the reader; they stay when the person leaves. */
export const listMemberships = (db: Db, viewerId: Id, ids: Id[]) =>
  roomsFor(db, viewerId)
    .select('membership.id')
    .where('membership.id', 'in', ids)
    .$narrowType<{ id: Id }>()
    .execute()

export const listPayouts = (db: Db, ownerId: Id, ids: Id[]) =>
  db
    .selectFrom('payout')
    .select('id')
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .execute()
