import type { Migration } from './index.ts'

/** Sellers: requirements, capabilities, payouts, and disclosure requests. */
export const sellers: Migration = ({ key }) => `
alter table seller_account add column payouts_enabled integer not null default 0;
alter table seller_account add column payout_day ${key};
alter table seller_account add column terms_accepted_at ${key};
update seller_account set payouts_enabled = charges_enabled;
create index seller_account_checked on seller_account (updated_at);
alter table payout add column failure text;
create index payout_open on payout (state, created_at);
create unique index payout_one_started on payout (owner_id) where state = 'started';
create table disclosure_request (
  id ${key} not null primary key,
  seller_id ${key} not null references "user" (id),
  name text not null,
  email text not null,
  reason text not null,
  state ${key} not null,
  created_at ${key} not null,
  done_at ${key},
  declined_for text
);
create index disclosure_seller on disclosure_request (seller_id, created_at);
create index disclosure_age on disclosure_request (created_at);
`
