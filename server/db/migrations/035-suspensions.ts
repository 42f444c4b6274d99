import type { Migration } from './index.ts'

/** Current suspensions; and banned words. */
export const suspensions: Migration = ({ key }) => `
create table suspension (
  kind ${key} not null,
  subject_id ${key} not null,
  reason text not null,
  room_state integer,
  since ${key} not null,
  primary key (kind, subject_id)
);
create table ng_word (
  id ${key} not null primary key,
  word text not null,
  folded ${key} not null unique,
  created_at ${key} not null
);
`
