import type { Migration } from './index.ts'

/** Replies, questions and pinned lines of a talk, and how many reactions came in each second of an event. */
export const talkMarks: Migration = ({ key }) => `
alter table talk add column reply_to bigint;
alter table talk add column question integer not null default 0;
alter table talk add column answered_at ${key};
alter table talk add column about bigint;
alter table talk add column mark ${key};
create index talk_mark on talk (event_id, seq) where mark is not null;
create index talk_question on talk (event_id, seq) where question = 1;
create table talk_reaction (
  event_id ${key} not null references event (id),
  second ${key} not null,
  reactions integer not null,
  primary key (event_id, second)
);
`
