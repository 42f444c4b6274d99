import type { Migration } from './index.ts'

/** People wait for seats of one ticket type, and a listed ticket is one of its type. */
export const typedWaits: Migration = ({ key }) => `
alter table ticket_type add column waiting integer not null default 0 check (waiting >= 0);
alter table ticket_type add column listed integer not null default 0 check (listed >= 0);
alter table waitlist add column ticket_type_id ${key} references ticket_type (id);
create index ticket_type_waiting on ticket_type (digital_ticket_id) where waiting > 0;
create index ticket_type_listed on ticket_type (digital_ticket_id) where listed > 0;
create index waitlist_type on waitlist (ticket_type_id);
`
