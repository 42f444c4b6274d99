import type { Migration } from './index.ts'

/**
 * Sellers, cards, orders with their payment attempts and rights, refunds, disputes, ledger and receipts. The disputes'
 * table is renamed so that its constraints have the names that databases from before the merge have.
 */
export const orders: Migration = ({ key, appendOnly }) => `
create table seller_account (
  user_id ${key} not null primary key references "user" (id),
  account_ref ${key} unique,
  state ${key} not null,
  reasons text not null,
  charges_enabled integer not null,
  jcb_payments integer not null,
  seller text not null,
  invoice_number text,
  updated_at ${key} not null,
  payouts_enabled integer not null default 0,
  payout_day ${key},
  terms_accepted_at ${key}
);
create index seller_account_checked on seller_account (updated_at);
create table seller_customer (
  user_id ${key} not null references "user" (id),
  seller_id ${key} not null references "user" (id),
  customer_ref ${key} not null,
  primary key (user_id, seller_id)
);
create index seller_customer_seller on seller_customer (seller_id);
create table room_price (
  room_id ${key} not null references room (id),
  account_ref ${key} not null,
  amount integer not null check (amount > 0),
  price_ref ${key} not null,
  primary key (room_id, account_ref, amount)
);
create table disclosure_request (
  id ${key} not null primary key,
  seller_id ${key} not null references "user" (id),
  name text not null,
  email text not null,
  reason text not null,
  state ${key} not null,
  created_at ${key} not null,
  done_at ${key},
  declined_for text,
  reminded_at ${key}
);
create index disclosure_seller on disclosure_request (seller_id, created_at);
create index disclosure_age on disclosure_request (created_at);
create table platform_fee (
  id ${key} not null primary key,
  percent integer not null,
  effective_at ${key} not null,
  reason text not null,
  actor_id ${key} references "user" (id),
  created_at ${key} not null,
  withdrawn_at ${key}
);
create index platform_fee_actor on platform_fee (actor_id);
create unique index platform_fee_effective on platform_fee (effective_at) where withdrawn_at is null;
create table customer (
  user_id ${key} not null primary key references "user" (id),
  customer_ref ${key} not null unique
);
create table saved_card (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  method_ref ${key} not null unique,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  main integer not null,
  created_at ${key} not null
);
create index saved_card_user on saved_card (user_id, created_at);
create table "order" (
  id ${key} not null primary key,
  buyer_id ${key} not null references "user" (id),
  seller_id ${key} not null references "user" (id),
  kind ${key} not null,
  subject_id ${key} not null,
  amount integer not null check (amount >= 0),
  state ${key} not null,
  refunded_amount integer not null,
  snapshot text not null,
  snapshot_hash text not null,
  created_at ${key} not null,
  settled_at ${key},
  invoice_ref ${key},
  fee_percent integer,
  check (refunded_amount >= 0 and refunded_amount <= amount)
);
create index order_buyer on "order" (buyer_id, created_at, id);
create index order_subject on "order" (kind, subject_id);
create index order_seller on "order" (seller_id, settled_at);
create index order_open on "order" (state, created_at);
create unique index order_invoice on "order" (invoice_ref);
create unique index order_one_open on "order" (buyer_id, kind, subject_id)
  where state = 'open' and invoice_ref is null;
create table attempt (
  id ${key} not null primary key,
  order_id ${key} not null references "order" (id),
  n integer not null,
  idempotency_key ${key} not null unique,
  intent_ref ${key} unique,
  subscription_ref ${key},
  state ${key} not null,
  error_code text,
  created_at ${key} not null,
  updated_at ${key} not null,
  source text not null default '',
  card text,
  account_ref ${key},
  unbooked_at ${key},
  unique (order_id, n)
);
create index attempt_open on attempt (state, updated_at);
create index attempt_subscription on attempt (subscription_ref);
create index attempt_unbooked on attempt (unbooked_at) where unbooked_at is not null;
create table hold (
  order_id ${key} not null primary key references "order" (id),
  kind ${key} not null,
  subject_id ${key} not null,
  expires_at ${key} not null,
  released_at ${key},
  shortened_to ${key}
);
create index hold_due on hold (released_at, expires_at);
create index hold_subject on hold (kind, subject_id, released_at);
create table entitlement (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  subject_id ${key} not null,
  order_id ${key} references "order" (id),
  number integer not null,
  status ${key} not null,
  granted_at ${key} not null,
  revoked_at ${key},
  unique (user_id, kind, subject_id)
);
create index entitlement_subject on entitlement (kind, subject_id, status, granted_at);
create index entitlement_order on entitlement (order_id);
create table refund (
  id ${key} not null primary key,
  order_id ${key} not null references "order" (id),
  amount integer not null check (amount > 0),
  reason text not null,
  state ${key} not null,
  refund_ref ${key} unique,
  created_at ${key} not null,
  done_at ${key},
  attempt_id ${key} references attempt (id),
  ends_right integer not null default 0,
  asked_by ${key} references "user" (id)
);
create index refund_order on refund (order_id);
create index refund_open on refund (state, created_at);
create index refund_attempt on refund (attempt_id);
create index refund_asker on refund (asked_by);
create table dispute_new (
  id ${key} not null primary key,
  dispute_ref ${key} not null unique,
  order_id ${key} not null references "order" (id),
  attempt_id ${key} not null references attempt (id),
  amount integer not null check (amount >= 0),
  state ${key} not null,
  opened_at ${key} not null,
  closed_at ${key}
);
alter table dispute_new rename to dispute;
create index dispute_order on dispute (order_id);
create index dispute_attempt on dispute (attempt_id);
create index dispute_open on dispute (state, opened_at);
create table ledger_entry (
  id ${key} not null primary key,
  movement_id ${key} not null,
  account ${key} not null,
  owner_id ${key} not null references "user" (id),
  order_id ${key} references "order" (id),
  kind ${key} not null,
  amount integer not null,
  occurred_at ${key} not null,
  source_ref ${key}
);
create index ledger_owner on ledger_entry (owner_id, account, occurred_at);
create index ledger_movement on ledger_entry (movement_id);
create index ledger_order on ledger_entry (order_id);
create unique index ledger_source on ledger_entry (source_ref, account);
${appendOnly('ledger_entry')}
create table payout (
  id ${key} not null primary key,
  owner_id ${key} not null references "user" (id),
  payout_ref ${key} unique,
  amount integer not null check (amount > 0),
  state ${key} not null,
  created_at ${key} not null,
  arrived_at ${key},
  failure text
);
create index payout_owner on payout (owner_id, created_at);
create index payout_open on payout (state, created_at);
create unique index payout_one_started on payout (owner_id) where state = 'started';
create table receipt (
  id ${key} not null primary key,
  order_id ${key} not null references "order" (id),
  kind ${key} not null,
  number ${key} not null unique,
  body text not null,
  issued_at ${key} not null
);
create index receipt_order on receipt (order_id);
create table webhook_event (
  id ${key} not null primary key,
  endpoint ${key} not null,
  type ${key} not null,
  payload text not null,
  state ${key} not null,
  received_at ${key} not null,
  done_at ${key}
);
create index webhook_event_open on webhook_event (state, received_at);
create table notice_cursor (
  account ${key} not null primary key,
  read_until ${key} not null
);
create table reconciliation (
  id ${key} not null primary key,
  state ${key} not null,
  actor_id ${key} references "user" (id),
  counted text not null,
  total integer not null,
  differences text not null,
  created_at ${key} not null,
  finished_at ${key}
);
create index reconciliation_actor on reconciliation (actor_id);
create index reconciliation_created on reconciliation (created_at);
`
