import type { Migration } from './index.ts'

/** Viewers of an evening by minute, links that led to purchases, and who has which task of the operators. */
export const desks: Migration = ({ key }) => `
create table watch_minute (
  event_id ${key} not null references event (id),
  minute ${key} not null,
  people integer not null,
  messages integer not null,
  primary key (event_id, minute)
);
alter table "order" add column from_link ${key};
create table task_assignment (
  kind ${key} not null,
  task_id ${key} not null,
  operator_id ${key} not null references "user" (id),
  assigned_at ${key} not null,
  primary key (kind, task_id)
);
create index task_assignment_operator on task_assignment (operator_id);
create index task_assignment_age on task_assignment (assigned_at);
`
