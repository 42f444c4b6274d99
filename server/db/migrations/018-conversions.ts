import type { Migration } from './index.ts'

/** Conversions of uploads that not every browser can play. */
export const conversions: Migration = ({ key }) => `
create table conversion (
  upload_id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  state ${key} not null,
  percent integer not null,
  result_id ${key},
  thumbnail_id ${key},
  created_at ${key} not null,
  touched_at ${key} not null
);
create index conversion_user on conversion (user_id, state, created_at);
create index conversion_touched on conversion (touched_at);
`
