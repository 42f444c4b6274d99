import type { Migration } from './index.ts'

/** Few receipts have an addressee: a search by one looks at these alone. */
export const receiptAddressee: Migration = () => `
create index receipt_addressee on receipt (order_id) where addressee is not null;
`
