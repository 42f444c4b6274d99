import type { Migration } from './index.ts'

/** Rooms, their staff and their members. */
export const rooms: Migration = ({ key }) => `
create table room (
  id ${key} not null primary key,
  owner_id ${key} not null unique references "user" (id),
  title text not null,
  about text not null,
  amount integer not null check (amount >= 0),
  state integer not null,
  header_image_path text,
  icon_image_path text,
  tint text,
  subscribers integer not null check (subscribers >= 0),
  last_posted_at ${key},
  created_at ${key} not null,
  updated_at ${key} not null
);
create index room_newest on room (created_at, id);
create index room_popular on room (subscribers, id);
create index room_header_image_path on room (header_image_path) where header_image_path is not null;
create index room_icon_image_path on room (icon_image_path) where icon_image_path is not null;
create table room_menu (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  title text not null,
  url text not null,
  position integer not null
);
create index room_menu_room on room_menu (room_id, position);
create table room_staff (
  room_id ${key} not null references room (id),
  user_id ${key} not null references "user" (id),
  role ${key} not null,
  created_at ${key} not null,
  primary key (room_id, user_id, role)
);
create index room_staff_user on room_staff (user_id);
create table room_closing (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  state ${key} not null,
  started_at ${key} not null,
  finished_at ${key}
);
create index room_closing_room on room_closing (room_id);
create table membership (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  user_id ${key} not null references "user" (id),
  status ${key} not null,
  amount integer not null,
  current_period_end ${key},
  cancel_at_period_end integer not null,
  subscription_ref ${key},
  last_seen_at ${key} not null,
  joined_at ${key} not null,
  left_at ${key},
  past_due_at ${key},
  reminders integer not null default 0,
  looked_at ${key},
  look ${key},
  fee_percent integer,
  unique (room_id, user_id)
);
create index membership_user on membership (user_id, joined_at);
create index membership_room on membership (room_id, joined_at);
create index membership_subscription on membership (subscription_ref);
create index membership_period on membership (current_period_end);
create index membership_behind on membership (past_due_at);
create index membership_fee on membership (fee_percent);
create index membership_renewing on membership (current_period_end)
  where status <> 'left' and subscription_ref is not null;
`
