import type { Migration } from './index.ts'

/**
 * A ticket is offered to one person at a time. `tear`: もぎり by hand on the holder's own phone; its id is the phone's own,
 * so that the same one may be sent again. `torn_at` is the phone's clock, `happened_at` ours.
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
