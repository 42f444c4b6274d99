import type { Migration } from './index.ts'

/** The order in which operators read and search all payments, refunds and payouts: by day. */
export const datedRecords: Migration = () => `
create index order_dated on "order" (coalesce(settled_at, created_at), id);
create index refund_done on refund (state, done_at, id);
create index payout_dated on payout (created_at, id);
`
