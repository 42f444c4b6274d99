import type { Migration } from './index.ts'

/** The payment that a refund returns, as an order may have been paid twice. Null: the order's only one. */
export const refunds: Migration = ({ key }) => `
alter table refund add column attempt_id ${key} references attempt (id);
create index refund_attempt on refund (attempt_id);
`
