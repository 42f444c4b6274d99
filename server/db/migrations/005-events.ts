import type { Migration } from './index.ts'

/** Events, their streams, talk and watch time. */
export const events: Migration = ({ key }) => `
create table event (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  title text not null,
  about text not null,
  start_at ${key} not null,
  end_at ${key} not null,
  amount integer not null check (amount >= 0),
  capacity integer not null,
  taken integer not null,
  participants integer not null check (participants >= 0),
  sales_end_at ${key} not null,
  archive_days integer not null,
  archive integer not null,
  archive_until ${key},
  live_talk integer not null,
  publishment_flg integer not null,
  status ${key} not null,
  auto_start integer not null,
  thumbnail_image_path text,
  slow_seconds integer not null,
  ng_words text not null,
  created_at ${key} not null,
  updated_at ${key} not null,
  last_number integer not null default 0,
  changes integer not null default 0,
  open_fields text not null default '[]',
  moved_from ${key},
  archive_deleted_at ${key},
  check (taken >= 0 and taken <= capacity)
);
create index event_room on event (room_id, start_at);
create index event_public on event (status, publishment_flg, start_at, id);
create index event_newest on event (status, created_at, id);
create index event_popular on event (status, participants, id);
create index event_archive on event (status, archive, archive_until);
create index event_thumbnail_image_path on event (thumbnail_image_path) where thumbnail_image_path is not null;
create table event_move (
  id ${key} not null primary key,
  event_id ${key} not null references event (id),
  from_start ${key} not null,
  moved_at ${key} not null
);
create index event_move_event on event_move (event_id, moved_at);
create table event_notify (
  event_id ${key} not null references event (id),
  user_id ${key} not null references "user" (id),
  created_at ${key} not null,
  primary key (event_id, user_id)
);
create index event_notify_user on event_notify (user_id);
create table stream_key (
  event_id ${key} not null primary key references event (id),
  key_hash ${key} not null unique,
  key_sealed text not null,
  created_at ${key} not null
);
create table stream_source (
  event_id ${key} not null primary key references event (id),
  live_sealed text not null,
  archive_sealed text,
  updated_at ${key} not null
);
create table broadcast (
  id ${key} not null primary key,
  event_id ${key} not null references event (id),
  state ${key} not null,
  folder text not null,
  gaps text not null,
  started_at ${key} not null,
  ended_at ${key},
  bytes bigint,
  kept_until ${key}
);
create index broadcast_event on broadcast (event_id, started_at);
create unique index broadcast_open on broadcast (event_id) where ended_at is null;
create table talk (
  event_id ${key} not null references event (id),
  seq bigint not null,
  user_id ${key} not null references "user" (id),
  message text not null,
  client_id ${key},
  deleted integer not null,
  deletes bigint,
  created_at ${key} not null,
  hidden_by ${key} references moderation (id),
  primary key (event_id, seq),
  unique (event_id, user_id, client_id)
);
create index talk_user on talk (user_id, created_at);
create index talk_hidden on talk (hidden_by);
create table talk_ban (
  event_id ${key} not null references event (id),
  user_id ${key} not null references "user" (id),
  banned_by ${key} not null references "user" (id),
  created_at ${key} not null,
  primary key (event_id, user_id)
);
create index talk_ban_user on talk_ban (user_id);
create index talk_ban_by on talk_ban (banned_by);
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
