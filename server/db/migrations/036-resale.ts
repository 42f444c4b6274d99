import type { Migration } from './index.ts'

/** Tickets that their holders give back, to be sold once more at the price paid (公式リセール). */
export const resale: Migration = ({ key }) => `
alter table event add column resale_until ${key};
alter table event add column listed integer not null default 0 check (listed >= 0);
alter table digital_ticket add column resale_until ${key};
alter table digital_ticket add column listed integer not null default 0 check (listed >= 0);
create index event_listed on event (id) where listed > 0;
create index digital_ticket_listed on digital_ticket (id) where listed > 0;
create table resale (
  id ${key} not null primary key,
  kind ${key} not null,
  subject_id ${key} not null,
  order_id ${key} not null references "order" (id),
  created_at ${key} not null,
  closed_at ${key},
  outcome ${key},
  sold_to ${key} references "order" (id),
  seat_id ${key}
);
create unique index resale_open on resale (order_id) where closed_at is null;
create index resale_turn on resale (kind, subject_id, id) where closed_at is null;
create index resale_order on resale (order_id);
create unique index resale_sold_to on resale (sold_to);
create index resale_seat on resale (kind, subject_id, seat_id) where seat_id is not null;
`
