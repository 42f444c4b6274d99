import type { Migration } from './index.ts'

/** Moves of published events: earlier buyers may request a refund. */
export const moves: Migration = ({ key }) => `
create table event_move (
  id ${key} not null primary key,
  event_id ${key} not null references event (id),
  from_start ${key} not null,
  moved_at ${key} not null
);
create index event_move_event on event_move (event_id, moved_at);
`
