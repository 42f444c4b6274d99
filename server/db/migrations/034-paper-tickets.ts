import type { Migration } from './index.ts'

/** Second codes of entry tickets, printed in case the phone fails. */
export const paperTickets: Migration = ({ key }) => `
create table paper_ticket (
  issued_ticket_id ${key} not null primary key references issued_ticket (id),
  user_id ${key} not null references "user" (id),
  name text not null,
  credential text not null,
  generation integer not null,
  created_at ${key} not null
);
create index paper_ticket_user on paper_ticket (user_id);
create index paper_ticket_created on paper_ticket (created_at);
`
