import type { Migration } from './index.ts'

/** Settings and subscriptions of push notifications, and those that were sent. */
export const notifications: Migration = ({ key }) => `
create table notification_setting (
  user_id ${key} not null primary key references "user" (id),
  event_reminder integer not null,
  room_news integer not null,
  message integer not null,
  payment integer not null,
  ticket integer not null,
  marketing integer not null,
  quiet_hours integer not null
);
create table push_key (
  id ${key} not null primary key,
  public_key ${key} not null,
  private_key_sealed ${key} not null,
  created_at ${key} not null
);
create table push_token (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  endpoint ${key} not null unique,
  keys text not null,
  created_at ${key} not null,
  confirmed_at ${key},
  session_id ${key},
  tried_at ${key},
  outcome ${key}
);
create index push_token_user on push_token (user_id);
create index push_token_session on push_token (session_id);
create table push_notice (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  key ${key} not null unique,
  event_id ${key} references event (id),
  created_at ${key} not null,
  sent_at ${key},
  delivered_at ${key}
);
create index push_notice_user on push_notice (user_id, created_at);
create index push_notice_event on push_notice (event_id, user_id);
create index push_notice_age on push_notice (created_at);
`
