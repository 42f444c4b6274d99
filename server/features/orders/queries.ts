import { type NotNull, type RawBuilder, sql } from 'kysely'
import { inOrder, type SortedWindow } from '#server/db/keyset.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { memberColumns, shownName } from '#server/features/auth/queries.ts'
import { isFound, isNamed, type Owner, type RecordFilter } from './record-filter.ts'
import { PAID_TWICE } from './refunds/reasons.ts'

/**
 * Sales per product: `gross` is paid minus refunded, `net` the seller's part in the ledger, `unbooked` the part of `gross`
 * without a ledger entry yet. One row for each product that has an order.
 */
export const salesOf = (db: Db, kind: Schema['order']['kind'], productIds: string[]) =>
  db
    .selectFrom('order')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('ledger_entry')
          .innerJoin('order as sold', 'sold.id', 'ledger_entry.order_id')
          .select((of) => ['order_id', of.fn.sum<number>('ledger_entry.amount').as('net')])
          .where('sold.kind', '=', kind)
          .where('sold.subject_id', 'in', productIds)
          .where('ledger_entry.account', '=', 'seller')
          .groupBy('order_id')
          .as('earned'),
      (on) => on.onRef('earned.order_id', '=', 'order.id'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('attempt')
          .select('order_id')
          .where('unbooked_at', 'is not', null)
          .groupBy('order_id')
          .as('waiting'),
      (on) => on.onRef('waiting.order_id', '=', 'order.id'),
    )
    .select((eb) => [
      'order.subject_id',
      sql<number>`sum("order".amount - "order".refunded_amount)`.as('gross'),
      sql<number>`sum(case when waiting.order_id is null then 0
        else "order".amount - "order".refunded_amount end)`.as('unbooked'),
      eb.fn.sum<number>('earned.net').as('net'),
    ])
    .where('order.kind', '=', kind)
    .where('order.subject_id', 'in', productIds)
    .where('order.state', 'in', ['settled', 'refunded'])
    .groupBy('order.subject_id')
    .execute()

/** State of the order's refund, without refunds of duplicate payments. */
export const refundState = sql<'pending' | 'failed' | null>`(select max(case state
    when 'failed' then 'failed' else 'pending' end) from refund
  where refund.order_id = "order".id and refund.state in ('open', 'failed')
  and refund.reason <> ${PAID_TWICE})`.as('refund_state')

/** Whether the order is or was to be paid in a convenience store, and whether its refund waits for a bank account. */
const inStore = [
  sql<number>`case when exists (select 1 from attempt where attempt.order_id = "order".id
    and attempt.pay_until is not null and attempt.state in ('succeeded', 'requires_action'))
    then 1 else 0 end`.as('in_store'),
  sql<number>`case when exists (select 1 from refund where refund.order_id = "order".id
    and refund.state = 'open' and refund.transfer = 'asked') then 1 else 0 end`.as('asks_account'),
] as const

interface SoldFilter {
  sellerId: string
  /** Only of this event, or with `roomOnly` only of memberships; else of everything. */
  eventId: string | undefined
  roomOnly: boolean
  search: RecordFilter
}

/** Orders with what both sides' records say of them. */
const recordsOf = (db: Db) =>
  db
    .selectFrom('order')
    .leftJoin('room', (on) =>
      on.onRef('room.id', '=', 'order.subject_id').on('order.kind', '=', 'room'),
    )
    .leftJoin('event', (on) =>
      on.onRef('event.id', '=', 'order.subject_id').on('order.kind', '=', 'event'),
    )
    .leftJoin('digital_ticket', (on) =>
      on
        .onRef('digital_ticket.id', '=', 'order.subject_id')
        .on('order.kind', '=', 'digital_ticket'),
    )
    .leftJoin('ticket_type', 'ticket_type.id', 'order.ticket_type_id')
    .leftJoin('redemption', 'redemption.order_id', 'order.id')
    .leftJoin('receipt', (on) =>
      on.onRef('receipt.order_id', '=', 'order.id').on('receipt.kind', '=', 'sale'),
    )
    .select([
      'order.id',
      'order.kind',
      'order.subject_id',
      'order.amount',
      'order.state',
      'order.refunded_amount',
      'order.settled_at',
      'room.title as room_title',
      'event.title as event_title',
      'digital_ticket.title as ticket_title',
      'ticket_type.name as type_name',
      'order.live_only',
      'redemption.discount',
      'receipt.number as receipt_number',
    ])
    .select(refundState)
    .select(inStore)

/** Whether an order of this owner is found. `at`: the instant of the transaction. */
const isPaid = (search: RecordFilter, at: RawBuilder<string>, owner: Owner) =>
  isFound(search, { at, sum: sql.ref('order.amount'), named: (q) => isNamed(owner, q) })

const SALE_ORDERS = {
  paid: sql.ref<string>('order.settled_at'),
  buyer: shownName,
  product: sql<string>`coalesce(room.title, event.title, digital_ticket.title, '')`,
  amount: sql.ref<number>('order.amount'),
}

export type SaleColumn = keyof typeof SALE_ORDERS

/** The seller's paid sales. */
export const listSales = (
  db: Db,
  { sellerId, eventId, roomOnly, search }: SoldFilter,
  window: SortedWindow<SaleColumn>,
) =>
  recordsOf(db)
    .innerJoin('user', 'user.id', 'order.buyer_id')
    .leftJoin('dispute', (on) =>
      on.onRef('dispute.order_id', '=', 'order.id').on('dispute.state', '=', 'open'),
    )
    .select(memberColumns)
    .select('dispute.id as dispute_id')
    .where('order.seller_id', '=', sellerId)
    .where('order.settled_at', 'is not', null)
    .where('order.state', 'in', ['settled', 'refunded'])
    .$call((q) =>
      eventId ? q.where('order.kind', '=', 'event').where('order.subject_id', '=', eventId) : q,
    )
    .$if(roomOnly, (q) => q.where('order.kind', '=', 'room'))
    .where(isPaid(search, sql.ref('order.settled_at'), { as: 'seller_id', id: sellerId }))
    .$call(inOrder(SALE_ORDERS, 'order.id', window))
    .$narrowType<{ settled_at: NotNull }>()
    .execute()
export type SaleRow = Awaited<ReturnType<typeof listSales>>[number]

/** An order, with the state of its event. */
export const findSold = (db: Db, id: string) =>
  db
    .selectFrom('order')
    .leftJoin('event', (on) =>
      on.onRef('event.id', '=', 'order.subject_id').on('order.kind', '=', 'event'),
    )
    .selectAll('order')
    .select(['event.status as event_status', 'event.publishment_flg', 'event.start_at'])
    .select(refundState)
    .select(moves)
    .where('order.id', '=', id)
    .executeTakeFirst()

/** The event's start at the time of the order, if it was moved since; and the time of the last move. */
const moves = [
  sql<string | null>`(select from_start from event_move
    where event_move.event_id = event.id and event_move.moved_at > "order".created_at
    order by event_move.moved_at limit 1)`.as('bought_start'),
  sql<string | null>`(select max(event_move.moved_at) from event_move
    where event_move.event_id = event.id)`.as('moved_at'),
] as const

/** When an order was paid, or begun. */
export const PAID_OR_MADE = sql<string>`coalesce("order".settled_at, "order".created_at)`

/** The buyer's payments: paid, failed, processing and past due. Orders without a payment are left out. */
export const listPayments = (
  db: Db,
  buyerId: string,
  search: RecordFilter,
  { limit, offset }: PageWindow,
) =>
  recordsOf(db)
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .select([
      'order.invoice_ref',
      'order.created_at',
      'seller.name as seller_name',
      'seller.display_name as seller_display_name',
      'receipt.addressee',
      'event.status as event_status',
      'event.publishment_flg',
      'event.start_at',
    ])
    .select(moves)
    .where('order.buyer_id', '=', buyerId)
    .where('order.amount', '>', 0)
    .where(isPaid(search, PAID_OR_MADE, { as: 'buyer_id', id: buyerId }))
    .where((eb) =>
      eb.or([
        eb('order.state', '!=', 'open'),
        eb('order.invoice_ref', 'is not', null),
        eb.exists(
          eb
            .selectFrom('attempt')
            .select('attempt.id')
            .whereRef('attempt.order_id', '=', 'order.id')
            .where('attempt.state', 'in', ['processing', 'succeeded']),
        ),
      ]),
    )
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

/** Address and status of a buyer, and whether they want emails about payments. */
export const findBuyer = (db: Db, userId: string) =>
  db
    .selectFrom('user')
    .leftJoin('notification_setting', 'notification_setting.user_id', 'user.id')
    .select(['user.email', 'user.status', 'notification_setting.payment'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
