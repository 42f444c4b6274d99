import type { Migration } from './index.ts'

/** The session of a push subscription, sent and delivered notifications, and our VAPID key. */
export const pushes: Migration = ({ key }) => `
alter table push_token add column session_id ${key};
alter table push_token add column tried_at ${key};
alter table push_token add column outcome ${key};
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
create table push_key (
  id ${key} not null primary key,
  public_key ${key} not null,
  private_key_sealed ${key} not null,
  created_at ${key} not null
);
`
