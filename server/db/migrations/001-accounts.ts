import type { Migration } from './index.ts'

/** People and what they log in with, their handles, links and follows. */
export const accounts: Migration = ({ key }) => `
create table "user" (
  id ${key} not null primary key,
  name ${key} not null unique,
  name_skeleton ${key} not null unique,
  display_name text not null,
  email ${key} not null unique,
  email_verified_at ${key},
  password_hash text,
  about text not null,
  icon_path text,
  icon_small_path text,
  official_flg integer not null,
  birth_y integer not null,
  birth_m integer not null,
  birth_d integer not null,
  gender integer not null,
  role text not null,
  status text not null,
  terms_accepted_at ${key} not null,
  guardian_consent_at ${key},
  followers integer not null,
  following integer not null,
  unread_messages integer not null,
  created_at ${key} not null,
  updated_at ${key} not null
);
create index user_icon_path on "user" (icon_path) where icon_path is not null;
create index user_icon_small_path on "user" (icon_small_path) where icon_small_path is not null;
create table identity (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  provider ${key} not null,
  subject ${key} not null,
  created_at ${key} not null,
  unique (provider, subject)
);
create unique index identity_one on identity (user_id, provider);
create table passkey (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  credential_id ${key} not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at ${key} not null,
  last_used_at ${key}
);
create index passkey_user on passkey (user_id);
create table session (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  device text not null,
  created_at ${key} not null,
  last_seen_at ${key} not null,
  revoked_at ${key},
  confirmed_at ${key}
);
create index session_owner on session (user_id, last_seen_at);
create index session_age on session (created_at);
create index session_revoked on session (revoked_at) where revoked_at is not null;
create table refresh_token (
  token_hash ${key} not null primary key,
  session_id ${key} not null references session (id) on delete cascade,
  successor_hash ${key},
  used_at ${key},
  expires_at ${key} not null,
  created_at ${key} not null
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_expiry on refresh_token (expires_at);
create table signed_link (
  id ${key} not null primary key,
  user_id ${key} references "user" (id),
  purpose ${key} not null,
  payload text not null,
  expires_at ${key} not null,
  used_at ${key},
  created_at ${key} not null
);
create index signed_link_user on signed_link (user_id);
create index signed_link_expiry on signed_link (expires_at);
create index signed_link_used on signed_link (used_at) where used_at is not null;
create table known_device (
  user_id ${key} not null references "user" (id),
  hash ${key} not null,
  last_used_at ${key} not null,
  primary key (user_id, hash)
);
create index known_device_age on known_device (last_used_at);
create table password_attempt (
  key ${key} not null primary key,
  attempts integer not null,
  started_at ${key} not null
);
create index password_attempt_age on password_attempt (started_at);
create table name_history (
  name ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  changed_at ${key} not null,
  skeleton ${key} not null default ''
);
create index name_history_user on name_history (user_id);
create index name_history_look on name_history (skeleton);
create table retired_name (
  hash ${key} not null primary key
);
create table follow (
  follower_id ${key} not null references "user" (id),
  followee_id ${key} not null references "user" (id),
  created_at ${key} not null,
  primary key (follower_id, followee_id)
);
create index follow_followee on follow (followee_id, created_at);
create index follow_follower on follow (follower_id, created_at);
create table profile_link (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  title text not null,
  url text not null,
  position integer not null
);
create index profile_link_user on profile_link (user_id, position);
`
