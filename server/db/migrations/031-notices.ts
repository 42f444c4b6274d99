import type { Migration } from './index.ts'

/** What happened to each person, as their list of notifications shows it; and rooms whose news a member does not want. */
export const notices: Migration = ({ key }) => `
create table notification (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  key ${key} not null,
  matter ${key} not null,
  subject_id ${key} not null,
  times integer not null,
  created_at ${key} not null,
  read_at ${key}
);
create unique index notification_key on notification (user_id, key);
create index notification_latest on notification (user_id, created_at, id);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_age on notification (created_at);
alter table membership add column muted_at ${key};
`
