import { type NotNull, sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Whether the order ever had a payment number. */
export const hadVoucher = (db: Db, orderId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('attempt')
      .select('id')
      .where('order_id', '=', orderId)
      .where('voucher', 'is not', null)
      .limit(1),
  )

/** Orders of tickets, with the ticket's room. */
const ordersWithRooms = (db: Db) =>
  db
    .selectFrom('order')
    .leftJoin('event', (on) =>
      on.onRef('event.id', '=', 'order.subject_id').on('order.kind', '=', 'event'),
    )
    .leftJoin('digital_ticket', (on) =>
      on
        .onRef('digital_ticket.id', '=', 'order.subject_id')
        .on('order.kind', '=', 'digital_ticket'),
    )
    .innerJoin('room', (on) =>
      on.on(sql<boolean>`room.id = coalesce(event.room_id, digital_ticket.room_id)`),
    )

/** Open orders whose seat a payment number holds. */
const openOrders = (db: Db) =>
  ordersWithRooms(db)
    .innerJoin('hold', 'hold.order_id', 'order.id')
    .where('hold.remind_at', 'is not', null)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')

/** The buyer's orders with the payment numbers of their newest attempt that got some. */
const withNumbers = (db: Db, buyerId: string) =>
  ordersWithRooms(db)
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .leftJoin('ticket_type', 'ticket_type.id', 'order.ticket_type_id')
    .innerJoin('attempt', (on) =>
      on.on(
        'attempt.id',
        '=',
        sql<string>`(select numbered.id from attempt as numbered
          where numbered.order_id = "order".id and numbered.voucher is not null
          order by numbered.n desc limit 1)`,
      ),
    )
    .select([
      'order.id',
      'order.kind',
      'order.subject_id',
      'order.amount',
      'order.state',
      'owner.name as room',
      'attempt.voucher',
      'event.title as event_title',
      'digital_ticket.title as ticket_title',
      'digital_ticket.venue',
      'ticket_type.name as type_name',
      'order.live_only',
    ])
    .select((eb) => [
      eb.fn.coalesce('event.start_at', 'digital_ticket.starts_at').as('start'),
      eb.fn.coalesce('event.thumbnail_image_path', 'digital_ticket.image_path').as('image_path'),
    ])
    .where('order.buyer_id', '=', buyerId)
    .$narrowType<{ voucher: NotNull }>()
export type VoucherRow = NonNullable<Awaited<ReturnType<typeof findVoucher>>>

/** The buyer's payment numbers that can be paid, the next deadline first. */
export const listVouchers = (db: Db, buyerId: string, { limit, offset }: PageWindow) =>
  withNumbers(db, buyerId)
    .where('order.state', '=', 'open')
    .orderBy('attempt.pay_until')
    .orderBy('order.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const findVoucher = (db: Db, buyerId: string, orderId: string) =>
  withNumbers(db, buyerId).where('order.id', '=', orderId).executeTakeFirst()

/** Orders of a product that wait for a payment in a store, by id after `after`. */
export const listPayers = (
  db: Db,
  { kind, productId }: { kind: SeatedKind; productId: string },
  after: string,
  limit: number,
) =>
  openOrders(db)
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .select(['order.id', 'buyer.email'])
    .where('order.kind', '=', kind)
    .where('order.subject_id', '=', productId)
    .where('order.id', '>', after)
    .orderBy('order.id')
    .limit(limit)
    .execute()

/** Orders whose buyers are to be reminded, the next deadline first. */
export const listReminders = (db: Db, now: string, limit: number) =>
  openOrders(db)
    .select(['order.id', 'order.buyer_id'])
    .where('hold.remind_at', '<=', now)
    .where('hold.reminded_at', 'is', null)
    .where('hold.expires_at', '>', now)
    .orderBy('hold.expires_at')
    .limit(limit)
    .execute()

/** False if the buyer was reminded before, or the hold is over. */
export const markReminded = (tx: Tx, orderId: string, at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('hold')
      .set({ reminded_at: at })
      .where('order_id', '=', orderId)
      .where('released_at', 'is', null)
      .where('reminded_at', 'is', null)
      .returning('order_id'),
  )

/** The buyer has the ticket by other means: a gift, a transfer. */
const isHeld = sql<number>`case when exists (select 1 from entitlement
  where entitlement.user_id = "order".buyer_id and entitlement.kind = "order".kind
    and entitlement.subject_id = "order".subject_id and entitlement.status = 'valid')
  then 1 else 0 end`

/** It was moved, and is over before the deadline; an archive is still worth its price. */
const isOver = (now: string) =>
  sql<boolean>`(digital_ticket.valid_until <= ${now}
    or (event.end_at <= ${now} and event.publishment_flg not in (1, 2)
      and (event.archive = 0 or event.archive_until <= ${now})))`

/**
 * Orders whose payment would give no ticket that can be used: the buyer is suspended, deleted or banned from the event, or
 * has the ticket already; the room is suspended; the event is over. By id after `after`.
 */
export const listUnfit = (db: Db, now: string, after: string, limit: number) =>
  openOrders(db)
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .selectAll('order')
    .select(isHeld.as('is_held'))
    .where((eb) =>
      eb.or([
        eb('buyer.status', '!=', 'active'),
        eb('room.state', '=', 9),
        eb(isHeld, '=', 1),
        isOver(now),
        eb.exists(
          eb
            .selectFrom('talk_ban')
            .select('talk_ban.user_id')
            .whereRef('talk_ban.event_id', '=', 'event.id')
            .whereRef('talk_ban.user_id', '=', 'order.buyer_id'),
        ),
      ]),
    )
    .where('order.id', '>', after)
    .orderBy('order.id')
    .limit(limit)
    .execute()

/** Whether a payment number is still open; checked before a notification of it is sent. */
export const isOpen = (db: Db, orderId: string): Promise<boolean> =>
  hasRow(openOrders(db).select('order.id').where('order.id', '=', orderId))
