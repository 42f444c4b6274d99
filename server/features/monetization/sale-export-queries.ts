import type { Db } from '#server/db/schema.ts'

interface Scope {
  /** Null: all sellers. */
  ownerId: string | null
  from: string
  until: string
}

/** Payouts of a period, in the order of their start. */
export const payoutsIn = (db: Db, { ownerId, from, until }: Scope, after: string, limit: number) =>
  db
    .selectFrom('payout')
    .innerJoin('user', 'user.id', 'payout.owner_id')
    .select(['payout.id', 'payout.amount', 'payout.state', 'payout.created_at', 'arrived_at'])
    .select('user.name as seller')
    .$if(ownerId !== null, (all) => all.where('payout.owner_id', '=', ownerId ?? ''))
    .where('payout.created_at', '>=', from)
    .where('payout.created_at', '<', until)
    .where('payout.id', '>', after)
    .orderBy('payout.id')
    .limit(limit)
    .execute()

/** Fee invoices about days of a period. */
export const feeInvoicesIn = (
  db: Db,
  { ownerId, first, last }: { ownerId: string | null; first: string; last: string },
  after: string,
  limit: number,
) =>
  db
    .selectFrom('fee_invoice')
    .innerJoin('user', 'user.id', 'fee_invoice.owner_id')
    .selectAll('fee_invoice')
    .select('user.name as seller')
    .$if(ownerId !== null, (all) => all.where('owner_id', '=', ownerId ?? ''))
    .where('month', '>=', first)
    .where('month', '<=', last)
    .where('fee_invoice.id', '>', after)
    .orderBy('fee_invoice.id')
    .limit(limit)
    .execute()
