import type { Migration } from './index.ts'

/**
 * Transfer offers, one per ticket at a time. `tear`: もぎり by hand on the holder's own phone, with an id from the
 * phone, so that it can be sent again. `torn_at` is by the phone's clock, `happened_at` by ours.
 */
export const transfers: Migration = ({ key }) => `
create unique index transfer_open on transfer (issued_ticket_id) where status = 'offered';
create table tear (
  id ${key} not null primary key,
  issued_ticket_id ${key} not null references issued_ticket (id),
  holder_id ${key} not null references "user" (id),
  torn_at ${key} not null,
  happened_at ${key} not null,
  received_at ${key} not null
);
create index tear_ticket on tear (issued_ticket_id);
create index tear_holder on tear (holder_id);
`
