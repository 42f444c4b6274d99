import type { Migration } from './index.ts'

/**
 * Refunds. An attempt stores its account, as its seller may get another one later. A ledger entry stores the
 * provider's balance transaction, so that none is recorded twice.
 */
export const moneyBack: Migration = ({ key }) => `
alter table attempt add column account_ref ${key};
update attempt set account_ref = (
  select seller_account.account_ref from "order"
  join seller_account on seller_account.user_id = "order".seller_id
  where "order".id = attempt.order_id);
alter table ledger_entry add column source_ref ${key};
create unique index ledger_source on ledger_entry (source_ref, account);
alter table refund add column ends_right integer not null default 0;
alter table refund add column asked_by ${key} references "user" (id);
create index refund_asker on refund (asked_by);
create table dispute (
  id ${key} not null primary key,
  dispute_ref ${key} not null unique,
  order_id ${key} not null references "order" (id),
  attempt_id ${key} not null references attempt (id),
  amount integer not null check (amount > 0),
  state ${key} not null,
  opened_at ${key} not null,
  closed_at ${key}
);
create index dispute_order on dispute (order_id);
create index dispute_attempt on dispute (attempt_id);
create index dispute_open on dispute (state, opened_at);
`
