import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** The seller's ledger entries without payouts, which move earnings and do not change them. */
export const earnings = (db: Db, ownerId: string) =>
  db
    .selectFrom('ledger_entry')
    .where('ledger_entry.owner_id', '=', ownerId)
    .where('ledger_entry.account', '=', 'seller')
    .where('ledger_entry.kind', '!=', 'payout')

export async function sumEarned(db: Db, ownerId: string): Promise<number> {
  const { sum } = await earnings(db, ownerId)
    .select((eb) => eb.fn.sum<number | null>('ledger_entry.amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** End of the event or ticket; null for a membership. */
const overAt = sql<string | null>`coalesce(event.end_at, digital_ticket.valid_until)`

/** Limits of held money: it is of an order paid after `paid` for something that ends after `over`. */
export interface HeldSince {
  over: string
  paid: string
}
const isHeld = ({ over, paid }: HeldSince) =>
  sql<boolean>`${overAt} > ${over} and "order".settled_at > ${paid}`

/** Earnings that are held. */
export async function sumHeld(db: Db, ownerId: string, since: HeldSince): Promise<number> {
  const { sum } = await earnings(db, ownerId)
    .innerJoin('order', 'order.id', 'ledger_entry.order_id')
    .leftJoin('event', (on) =>
      on.onRef('event.id', '=', 'order.subject_id').on('order.kind', '=', 'event'),
    )
    .leftJoin('digital_ticket', (on) =>
      on
        .onRef('digital_ticket.id', '=', 'order.subject_id')
        .on('order.kind', '=', 'digital_ticket'),
    )
    .where(isHeld(since))
    .select((eb) => eb.fn.sum<number | null>('ledger_entry.amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** Pending refunds of money that is not held. Held money is not paid out anyway. */
export async function sumRefunding(db: Db, ownerId: string, since: HeldSince): Promise<number> {
  const { sum } = await db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .leftJoin('event', (on) =>
      on.onRef('event.id', '=', 'order.subject_id').on('order.kind', '=', 'event'),
    )
    .leftJoin('digital_ticket', (on) =>
      on
        .onRef('digital_ticket.id', '=', 'order.subject_id')
        .on('order.kind', '=', 'digital_ticket'),
    )
    .where('order.seller_id', '=', ownerId)
    .where('refund.state', 'in', ['open', 'failed'])
    // A transfer under way is in the ledger already.
    .where((eb) => eb.or([eb('refund.transfer', 'is', null), eb('refund.state', '=', 'failed')]))
    // An unbooked sale is not part of the earnings yet, so its refund blocks nothing.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempt')
            .select('attempt.id')
            .where('attempt.unbooked_at', 'is not', null)
            .whereRef('attempt.order_id', '=', 'refund.order_id')
            .where((of) =>
              of.or([
                of('refund.attempt_id', 'is', null),
                of('refund.attempt_id', '=', of.ref('attempt.id')),
              ]),
            ),
        ),
      ),
    )
    .where(sql<boolean>`(${overAt} is null or not (${isHeld(since)}))`)
    .select((eb) => eb.fn.sum<number | null>('refund.amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** Paid sales without a ledger entry, of one seller or of all: the provider has not written their fees yet. */
export async function sumUnbooked(db: Db, sellerId?: string): Promise<number> {
  const { sum } = await db
    .selectFrom('attempt')
    .innerJoin('order', 'order.id', 'attempt.order_id')
    .where('attempt.unbooked_at', 'is not', null)
    .$call((all) => (sellerId ? all.where('order.seller_id', '=', sellerId) : all))
    .select((eb) => eb.fn.sum<number | null>('order.amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

export const sumPayouts = (db: Db, ownerId: string) =>
  db
    .selectFrom('payout')
    .select((eb) => ['state', eb.fn.sum<number>('amount').as('sum')])
    .where('owner_id', '=', ownerId)
    .groupBy('state')
    .execute()
