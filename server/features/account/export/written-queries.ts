import type { Db } from '#server/db/schema.ts'

export const room = (db: Db, userId: string) =>
  db
    .selectFrom('room')
    .select(['id', 'title', 'about', 'amount', 'genre', 'tags', 'state', 'subscribers'])
    .select(['header_image_path', 'icon_image_path', 'created_at', 'updated_at'])
    .where('owner_id', '=', userId)
    .executeTakeFirst()

export const roomMenus = (db: Db, roomId: string) =>
  db
    .selectFrom('room_menu')
    .select(['title', 'url'])
    .where('room_id', '=', roomId)
    .orderBy('position')
    .execute()

export const stamps = (db: Db, roomId: string) =>
  db
    .selectFrom('stamp')
    .select(['name', 'image_path', 'created_at'])
    .where('room_id', '=', roomId)
    .orderBy('position')
    .execute()

export const memberships = (db: Db, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['user.name as room', 'room.title', 'membership.status', 'membership.amount'])
    .select(['membership.joined_at', 'membership.left_at', 'membership.current_period_end'])
    .where('membership.user_id', '=', userId)
    .orderBy('membership.joined_at')
    .execute()

export const worksFor = (db: Db, userId: string) =>
  db
    .selectFrom('room_staff')
    .innerJoin('room', 'room.id', 'room_staff.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['user.name as room', 'room.title', 'room_staff.role', 'room_staff.created_at'])
    .where('room_staff.user_id', '=', userId)
    .orderBy('room_staff.created_at')
    .execute()

/** Gates claimed by this person's login, without their logs. */
export const gates = (db: Db, userId: string) =>
  db
    .selectFrom('gate')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'gate.digital_ticket_id')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['user.name as room', 'digital_ticket.title as ticket', 'gate.name as gate'])
    .select(['gate.claimed_at', 'gate.last_sync_at', 'gate.revoked_at as ended_at'])
    .where('gate.claimed_by', '=', userId)
    .orderBy('gate.claimed_at')
    .orderBy('gate.id')
    .execute()

export const threads = (db: Db, userId: string) =>
  db
    .selectFrom('thread')
    .innerJoin('room', 'room.id', 'thread.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['thread.id', 'user.name as room', 'thread.title', 'thread.text'])
    .select(['thread.is_previewed', 'thread.created_at', 'thread.updated_at'])
    .where('thread.author_id', '=', userId)
    .orderBy('thread.created_at')
    .execute()

export const threadMedia = (db: Db, userId: string) =>
  db
    .selectFrom('thread_media')
    .innerJoin('thread', 'thread.id', 'thread_media.thread_id')
    .select(['thread_media.thread_id', 'thread_media.kind', 'thread_media.path'])
    .select('thread_media.bytes')
    .where('thread.author_id', '=', userId)
    .orderBy('thread_media.thread_id')
    .orderBy('thread_media.position')
    .execute()

export const comments = (db: Db, userId: string) =>
  db
    .selectFrom('comment')
    .innerJoin('thread', 'thread.id', 'comment.thread_id')
    .innerJoin('room', 'room.id', 'thread.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['user.name as room', 'comment.thread_id', 'thread.title as thread', 'comment.text'])
    .select('comment.created_at')
    .where('comment.author_id', '=', userId)
    .orderBy('comment.created_at')
    .execute()

export const reactions = (db: Db, userId: string) =>
  db
    .selectFrom('reaction')
    .innerJoin('thread', 'thread.id', 'reaction.thread_id')
    .select(['reaction.thread_id', 'thread.title as thread', 'reaction.created_at'])
    .where('reaction.user_id', '=', userId)
    .orderBy('reaction.created_at')
    .execute()

/** Messages by this person, without those they received. */
export const messages = (db: Db, userId: string) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .leftJoin('room', 'room.id', 'conversation.room_id')
    .leftJoin('user', 'user.id', 'room.owner_id')
    .select(['message.conversation_id', 'conversation.kind', 'conversation.title'])
    .select(['user.name as room', 'message.text', 'message.created_at'])
    .where('message.author_id', '=', userId)
    .orderBy('message.created_at')
    .execute()

export const talk = (db: Db, userId: string) =>
  db
    .selectFrom('talk')
    .innerJoin('event', 'event.id', 'talk.event_id')
    .select(['talk.event_id', 'event.title as event', 'talk.message', 'talk.created_at'])
    .where('talk.user_id', '=', userId)
    // Lines hidden by an operator are included; deleted lines have no text.
    .where((eb) => eb.or([eb('talk.deleted', '=', 0), eb('talk.hidden_by', 'is not', null)]))
    .where('talk.deletes', 'is', null)
    .orderBy('talk.created_at')
    .execute()

export const ownEvents = (db: Db, roomId: string) =>
  db
    .selectFrom('event')
    .select(['id', 'title', 'about', 'start_at', 'end_at', 'amount', 'live_amount'])
    .select(['capacity', 'participants'])
    .select(['sales_end_at', 'archive_days', 'live_talk', 'status', 'thumbnail_image_path'])
    .select(['slow_seconds', 'ng_words', 'tags', 'created_at', 'updated_at'])
    .where('room_id', '=', roomId)
    .orderBy('created_at')
    .execute()

export const captions = (db: Db, roomId: string) =>
  db
    .selectFrom('caption')
    .innerJoin('event', 'event.id', 'caption.event_id')
    .select(['caption.event_id', 'caption.language', 'caption.text', 'caption.updated_at'])
    .where('event.room_id', '=', roomId)
    .orderBy('caption.event_id')
    .orderBy('caption.language')
    .execute()

export const ownTickets = (db: Db, roomId: string) =>
  db
    .selectFrom('digital_ticket')
    .select(['id', 'title', 'about', 'venue', 'opens_at', 'starts_at', 'valid_until', 'amount'])
    .select(['capacity', 'taken', 'status', 'image_path', 'created_at', 'updated_at'])
    .select('number_prefix')
    .where('room_id', '=', roomId)
    .orderBy('created_at')
    .execute()

/** The types of the room's tickets. */
export const ownTicketTypes = (db: Db, roomId: string) =>
  db
    .selectFrom('ticket_type')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'ticket_type.digital_ticket_id')
    .select(['ticket_type.digital_ticket_id', 'ticket_type.name', 'ticket_type.amount'])
    .select(['ticket_type.capacity', 'ticket_type.taken', 'ticket_type.note'])
    .select(['ticket_type.sales_from', 'ticket_type.sales_until', 'ticket_type.per_person'])
    .select(['ticket_type.member_months', 'ticket_type.color', 'ticket_type.created_at'])
    .select('ticket_type.number_prefix')
    .where('digital_ticket.room_id', '=', roomId)
    .orderBy('ticket_type.digital_ticket_id')
    .orderBy('ticket_type.position')
    .execute()

/** Codes of the room's tickets, without who used them. */
export const ownCodes = (db: Db, roomId: string) =>
  db
    .selectFrom('promotion_code')
    .innerJoin('promotion', 'promotion.id', 'promotion_code.promotion_id')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'promotion_code.digital_ticket_id')
    .select(['promotion_code.digital_ticket_id', 'promotion_code.code', 'promotion_code.taken'])
    .select(['promotion.percent', 'promotion.yen_off', 'promotion.presale', 'promotion.seats'])
    .select(['promotion.per_person', 'promotion.valid_from', 'promotion.valid_until'])
    .select(['promotion.stopped', 'promotion.created_at'])
    .where('digital_ticket.room_id', '=', roomId)
    .orderBy('promotion_code.id')
    .execute()

/** Gates of the room's tickets, without who worked at them. */
export const ownGates = (db: Db, roomId: string) =>
  db
    .selectFrom('gate')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'gate.digital_ticket_id')
    .select(['gate.digital_ticket_id', 'gate.name', 'gate.created_at'])
    .select('gate.revoked_at as ended_at')
    .where('digital_ticket.room_id', '=', roomId)
    .orderBy('gate.created_at')
    .orderBy('gate.id')
    .execute()

export const feedback = (db: Db, userId: string) =>
  db
    .selectFrom('feedback')
    .select(['category', 'text', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** Takedown requests by this person. */
export const takedowns = (db: Db, userId: string) =>
  db
    .selectFrom('takedown')
    .select(['number', 'url', 'claimed', 'claim', 'name', 'email', 'behalf', 'state', 'created_at'])
    .where('requester_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** The person's answers to takedown requests about their own content. */
export const takedownAnswers = (db: Db, userId: string) =>
  db
    .selectFrom('takedown')
    .select(['number', 'url', 'answer', 'answer_text', 'answered_at'])
    .where('author_id', '=', userId)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at')
    .execute()

/** Reports by this person, without reports about them. */
export const reports = (db: Db, userId: string) =>
  db
    .selectFrom('report')
    .select(['kind', 'reason', 'status', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .execute()
