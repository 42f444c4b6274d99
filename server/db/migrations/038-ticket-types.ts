import type { Migration } from './index.ts'

/** 券種 of entry tickets: several prices, each with its places, sale and conditions. */
export const ticketTypes: Migration = ({ key }) => `
create table ticket_type (
  id ${key} not null primary key,
  digital_ticket_id ${key} not null references digital_ticket (id),
  position integer not null,
  name text not null,
  amount integer not null,
  capacity integer,
  taken integer not null default 0 check (taken >= 0),
  sales_from ${key},
  sales_until ${key},
  per_person integer,
  member_months integer,
  note text not null,
  color ${key} not null,
  closed integer not null default 0,
  created_at ${key} not null,
  check (capacity is null or taken <= capacity)
);
create index ticket_type_ticket on ticket_type (digital_ticket_id, position);
alter table "order" add column ticket_type_id ${key} references ticket_type (id);
create index order_ticket_type on "order" (ticket_type_id);
alter table issued_ticket add column ticket_type_id ${key} references ticket_type (id);
create index issued_ticket_type on issued_ticket (ticket_type_id);
`
