import type { Migration } from './index.ts'

/** What holders of an entry ticket tell the owner about their entry. */
export const entrants: Migration = ({ key }) => `
create table entrant (
  digital_ticket_id ${key} not null references digital_ticket (id),
  user_id ${key} not null references "user" (id),
  needs text not null,
  created_at ${key} not null,
  primary key (digital_ticket_id, user_id)
);
create index entrant_user on entrant (user_id);
create index entrant_created on entrant (created_at);
`
