import type { Migration } from './index.ts'

/** The platform's fee invoices as issued, and the days from which invoice numbers are valid. */
export const feeInvoices: Migration = ({ key, appendOnly }) => `
create table fee_invoice (
  id ${key} not null primary key,
  owner_id ${key} not null references "user" (id),
  month ${key} not null,
  period_start ${key} not null,
  seq integer not null,
  number ${key} not null unique,
  total integer not null,
  body text not null,
  issued_at ${key} not null
);
create unique index fee_invoice_once on fee_invoice (owner_id, period_start, seq);
create index fee_invoice_issued on fee_invoice (issued_at, id);
${appendOnly('fee_invoice')}
alter table seller_account add column invoice_since ${key};
`
