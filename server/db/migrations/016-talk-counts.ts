import type { Migration } from './index.ts'

/** How many lines each person said at an event, and all of them: counting a whole evening takes half a second. */
export const talkCounts: Migration = ({ key }) => `
create table talk_author (
  event_id ${key} not null references event (id),
  user_id ${key} not null references "user" (id),
  messages integer not null,
  primary key (event_id, user_id)
);
create index talk_author_user on talk_author (user_id);
create table talk_total (
  event_id ${key} not null primary key references event (id),
  messages integer not null,
  people integer not null
);
insert into talk_author (event_id, user_id, messages)
select event_id, user_id, count(*) from talk where deleted = 0 and deletes is null group by event_id, user_id;
insert into talk_total (event_id, messages, people)
select event_id, sum(messages), count(*) from talk_author group by event_id;
`
