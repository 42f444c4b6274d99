import type { Migration } from './index.ts'

/** Inquiries of a buyer's bank and fraud warnings of a card's issuer, which move no money. */
export const paymentWarnings: Migration = ({ key }) => `
create table payment_warning (
  id ${key} not null primary key,
  warning_ref ${key} not null unique,
  order_id ${key} not null references "order" (id),
  kind ${key} not null,
  opened_at ${key} not null,
  closed_at ${key}
);
create index payment_warning_order on payment_warning (order_id);
create index payment_warning_open on payment_warning (closed_at);
`
