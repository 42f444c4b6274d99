import type { Migration } from './index.ts'

/** Who waits for a seat of a sold-out product, and the seats that are held for a person until a deadline. */
export const waitlist: Migration = ({ key }) => `
alter table event add column waiting integer not null default 0 check (waiting >= 0);
alter table event add column offer_hours integer not null default 24;
alter table digital_ticket add column waiting integer not null default 0 check (waiting >= 0);
alter table digital_ticket add column offer_hours integer not null default 24;
create index event_waiting on event (id) where waiting > 0;
create index digital_ticket_waiting on digital_ticket (id) where waiting > 0;
create table waitlist (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  subject_id ${key} not null,
  seq integer not null,
  created_at ${key} not null,
  closed_at ${key},
  outcome ${key}
);
create unique index waitlist_order on waitlist (kind, subject_id, seq);
create unique index waitlist_open on waitlist (user_id, kind, subject_id) where closed_at is null;
create index waitlist_turn on waitlist (kind, subject_id, seq) where closed_at is null;
create index waitlist_waiting on waitlist (id) where closed_at is null;
create index waitlist_user on waitlist (user_id);
create index waitlist_closed on waitlist (closed_at);
create table seat_offer (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  subject_id ${key} not null,
  order_id ${key} references "order" (id),
  created_at ${key} not null,
  remind_at ${key} not null,
  reminded_at ${key},
  expires_at ${key} not null,
  closed_at ${key},
  outcome ${key}
);
create unique index seat_offer_open on seat_offer (user_id, kind, subject_id) where closed_at is null;
create index seat_offer_product on seat_offer (kind, subject_id, id) where closed_at is null;
create index seat_offer_expiry on seat_offer (expires_at, id) where closed_at is null;
create index seat_offer_user on seat_offer (user_id, kind, subject_id, created_at);
create index seat_offer_order on seat_offer (order_id);
create index seat_offer_closed on seat_offer (closed_at);
`
