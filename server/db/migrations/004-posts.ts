import type { Migration } from './index.ts'

/** Threads with their files, comments and reactions; messages and announcements. */
export const posts: Migration = ({ key }) => `
create table thread (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  author_id ${key} not null references "user" (id),
  title text not null,
  text text not null,
  pinned integer not null,
  comments integer not null check (comments >= 0),
  reactions integer not null check (reactions >= 0),
  created_at ${key} not null,
  updated_at ${key} not null,
  hidden_by ${key} references moderation (id)
);
create index thread_room on thread (room_id, pinned, created_at, id);
create index thread_author on thread (author_id);
create index thread_hidden on thread (hidden_by);
create table thread_media (
  id ${key} not null primary key,
  thread_id ${key} not null references thread (id) on delete cascade,
  kind ${key} not null,
  position integer not null,
  path text not null,
  small_path text,
  thumbnail_path text,
  width integer,
  height integer,
  bytes integer not null default 0
);
create index thread_media_thread on thread_media (thread_id, position);
create index thread_media_path on thread_media (path);
create index thread_media_small_path on thread_media (small_path) where small_path is not null;
create index thread_media_thumbnail_path on thread_media (thumbnail_path) where thumbnail_path is not null;
create table comment (
  id ${key} not null primary key,
  thread_id ${key} not null references thread (id) on delete cascade,
  author_id ${key} not null references "user" (id),
  parent_id ${key} references comment (id) on delete cascade,
  text text not null,
  created_at ${key} not null,
  client_id ${key},
  hidden_by ${key} references moderation (id)
);
create index comment_thread on comment (thread_id, created_at, id);
create index comment_parent on comment (parent_id);
create index comment_author on comment (author_id);
create unique index comment_client on comment (author_id, client_id);
create index comment_hidden on comment (hidden_by);
create table reaction (
  thread_id ${key} not null references thread (id) on delete cascade,
  user_id ${key} not null references "user" (id),
  created_at ${key} not null,
  primary key (thread_id, user_id)
);
create index reaction_user on reaction (user_id);
create table conversation (
  id ${key} not null primary key,
  kind ${key} not null,
  room_id ${key} references room (id),
  title text not null,
  last_text text not null,
  last_at ${key} not null,
  created_at ${key} not null,
  member_id ${key} references "user" (id)
);
create index conversation_room on conversation (room_id);
create unique index conversation_of_member on conversation (member_id, room_id);
create table conversation_member (
  conversation_id ${key} not null references conversation (id) on delete cascade,
  user_id ${key} not null references "user" (id),
  unread integer not null check (unread >= 0),
  last_read_at ${key},
  primary key (conversation_id, user_id)
);
create index conversation_member_user on conversation_member (user_id);
create table message (
  id ${key} not null primary key,
  conversation_id ${key} not null references conversation (id) on delete cascade,
  author_id ${key} references "user" (id),
  text text not null,
  created_at ${key} not null,
  client_id ${key},
  hidden_by ${key} references moderation (id)
);
create index message_conversation on message (conversation_id, created_at, id);
create index message_author on message (author_id);
create unique index message_sent on message (author_id, client_id);
create index message_pace on message (author_id, created_at);
create index message_hidden on message (hidden_by);
create table announcement (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  author_id ${key} not null references "user" (id),
  title text not null,
  text text not null,
  created_at ${key} not null,
  client_id ${key}
);
create index announcement_room on announcement (room_id, created_at);
create index announcement_author on announcement (author_id);
create unique index announcement_sent on announcement (author_id, client_id);
`
