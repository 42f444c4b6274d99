import type { Migration } from './index.ts'

/** Purchases: the card of an attempt, and the provider's customers and prices in a seller's account. */
export const purchases: Migration = ({ key }) => `
alter table attempt add column source text not null default '';
alter table attempt add column card text;
alter table event add column last_number integer not null default 0;
update event set last_number = coalesce(
  (select max(number) from entitlement where kind = 'event' and subject_id = event.id), 0);
create unique index order_one_open on "order" (buyer_id, kind, subject_id) where state = 'open';
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
`
