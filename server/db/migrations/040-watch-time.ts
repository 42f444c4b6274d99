import type { Migration } from './index.ts'

/** Watch time: a person's minutes while they can grow, and the totals that stay. */
export const watchTime: Migration = ({ key }) => `
create table watch (
  event_id ${key} not null references event (id),
  kind ${key} not null,
  user_id ${key} not null references "user" (id),
  minutes integer not null,
  last_minute ${key} not null,
  primary key (event_id, kind, user_id)
);
create index watch_user on watch (user_id);
create index watch_last on watch (last_minute);
create table watch_total (
  event_id ${key} not null references event (id),
  kind ${key} not null,
  people integer not null,
  minutes integer not null,
  peak integer not null,
  primary key (event_id, kind)
);
`
