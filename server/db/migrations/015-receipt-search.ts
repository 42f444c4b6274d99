import type { Migration } from './index.ts'

/** The addressee that a buyer chose, and the order in which receipts of a year are read. */
export const receiptSearch: Migration = () => `
alter table receipt add column addressee text;
create index receipt_issued on receipt (kind, issued_at, id);
`
