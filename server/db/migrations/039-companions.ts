import type { Migration } from './index.ts'

/** 同行者: a purchase of an entry ticket takes several seats. */
export const companions: Migration = ({ key }) => `
alter table digital_ticket add column max_seats integer not null default 1 check (max_seats >= 1);
alter table "order" add column seats integer not null default 1 check (seats >= 1);
create table companion_seat (
  id ${key} not null primary key,
  leader_id ${key} not null references issued_ticket (id),
  digital_ticket_id ${key} not null references digital_ticket (id),
  ticket_id ${key} not null unique,
  hash ${key} not null unique,
  seq integer not null,
  state ${key} not null,
  link_hash ${key} unique,
  admitted_at ${key},
  admitted_gate_id ${key} references gate (id),
  created_at ${key} not null
);
create index companion_seat_leader on companion_seat (leader_id, seq);
create index companion_seat_gate on companion_seat (admitted_gate_id);
create index companion_seat_state on companion_seat (digital_ticket_id, state);
`
