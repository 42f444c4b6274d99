import type { Migration } from './index.ts'

/** 抽選販売: applications for an entry ticket, the frozen list of a draw, and seats that are offered to winners. */
export const lottery: Migration = ({ key }) => `
create table lottery (
  digital_ticket_id ${key} not null primary key references digital_ticket (id),
  opens_at ${key} not null,
  closes_at ${key} not null,
  announced_at ${key} not null,
  ends_at ${key} not null,
  buy_days integer not null,
  max_group integer not null,
  members_first integer not null,
  then_sold integer not null,
  secret ${key} not null,
  commitment ${key} not null,
  list_hash ${key},
  drawn_at ${key},
  over_at ${key},
  passed_places ${key},
  created_at ${key} not null
);
create index lottery_running on lottery (closes_at) where over_at is null;
create table draw_text (
  digital_ticket_id ${key} not null primary key references lottery (digital_ticket_id),
  list text not null,
  result text
);
create table lottery_group (
  id ${key} not null primary key,
  digital_ticket_id ${key} not null references lottery (digital_ticket_id),
  invite ${key} not null,
  choices text not null,
  won_at ${key},
  ticket_type_id ${key} references ticket_type (id),
  created_at ${key} not null
);
create unique index lottery_group_invite on lottery_group (invite);
create index lottery_group_ticket on lottery_group (digital_ticket_id, id);
create index lottery_group_type on lottery_group (ticket_type_id);
create table application (
  public_id ${key} not null primary key,
  digital_ticket_id ${key} not null references lottery (digital_ticket_id),
  group_id ${key} not null references lottery_group (id),
  position integer not null,
  user_id ${key} references "user" (id),
  contribution ${key} not null,
  created_at ${key} not null
);
create unique index application_person on application (user_id, digital_ticket_id);
create index application_ticket on application (digital_ticket_id, public_id);
create index application_group on application (group_id, position);
alter table seat_offer add column ticket_type_id ${key} references ticket_type (id);
alter table seat_offer add column drawn integer not null default 0;
create index seat_offer_type on seat_offer (ticket_type_id);
create index seat_offer_drawn on seat_offer (subject_id) where drawn = 1;
`
