import type { Migration } from './index.ts'

export const money: Migration = ({ key }) => `
create table seller_account (
  user_id ${key} not null primary key references "user" (id),
  account_ref ${key} unique,
  state ${key} not null,
  reasons text not null,
  charges_enabled integer not null,
  jcb_payments integer not null,
  seller text not null,
  invoice_number text,
  updated_at ${key} not null
);
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
  check (refunded_amount >= 0 and refunded_amount <= amount)
);
create index order_buyer on "order" (buyer_id, created_at, id);
create index order_subject on "order" (kind, subject_id);
create index order_seller on "order" (seller_id, settled_at);
create index order_open on "order" (state, created_at);
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
  unique (order_id, n)
);
create index attempt_open on attempt (state, updated_at);
create index attempt_subscription on attempt (subscription_ref);
create table hold (
  order_id ${key} not null primary key references "order" (id),
  kind ${key} not null,
  subject_id ${key} not null,
  expires_at ${key} not null,
  released_at ${key}
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
  done_at ${key}
);
create index refund_order on refund (order_id);
create index refund_open on refund (state, created_at);
create table ledger_entry (
  id ${key} not null primary key,
  movement_id ${key} not null,
  account ${key} not null,
  owner_id ${key} not null references "user" (id),
  order_id ${key} references "order" (id),
  kind ${key} not null,
  amount integer not null,
  occurred_at ${key} not null
);
create index ledger_owner on ledger_entry (owner_id, account, occurred_at);
create index ledger_movement on ledger_entry (movement_id);
create index ledger_order on ledger_entry (order_id);
create table payout (
  id ${key} not null primary key,
  owner_id ${key} not null references "user" (id),
  payout_ref ${key} unique,
  amount integer not null check (amount > 0),
  state ${key} not null,
  created_at ${key} not null,
  arrived_at ${key}
);
create index payout_owner on payout (owner_id, created_at);
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
create table idempotency (
  scope ${key} not null primary key,
  body_hash text not null,
  status integer,
  answer text,
  created_at ${key} not null
);
create index idempotency_age on idempotency (created_at);
`
