import type { Migration } from './index.ts'

/** Tags of rooms and events: as written, and in the form in which they are looked up. */
export const tags: Migration = ({ key }) => `
alter table room add column tags text not null default '';
alter table event add column tags text not null default '';
create table room_tag (
  tag ${key} not null,
  room_id ${key} not null references room (id),
  primary key (tag, room_id)
);
create index room_tag_room on room_tag (room_id);
create table event_tag (
  tag ${key} not null,
  event_id ${key} not null references event (id),
  primary key (tag, event_id)
);
create index event_tag_event on event_tag (event_id);
`
