import type { Migration } from './index.ts'

/** Posted threads, chunked uploads of their files, and replies. */
export const posting: Migration = ({ key }) => `
alter table thread_media add column bytes integer not null default 0;
alter table comment add column client_id ${key};
create unique index comment_client on comment (author_id, client_id);
create table upload (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  size integer not null,
  created_at ${key} not null,
  touched_at ${key} not null
);
create index upload_user on upload (user_id);
create index upload_touched on upload (touched_at);
create table loose_file (
  path ${key} not null primary key,
  created_at ${key} not null
);
create index loose_file_age on loose_file (created_at);
`
