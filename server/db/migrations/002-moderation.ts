import type { Migration } from './index.ts'

/**
 * Reports, takedown requests and the decisions on them, which contents refer to; suspensions, banned words and the
 * record of what operators did.
 */
export const moderation: Migration = ({ key, appendOnly, neverReplaced }) => `
create table moderation (
  id ${key} not null primary key,
  cause ${key} not null,
  kind ${key} not null,
  target_id ${key} not null,
  event_id ${key},
  author_id ${key} references "user" (id),
  outcome ${key} not null,
  hidden integer not null,
  reason text not null,
  decided_by ${key} references "user" (id),
  decided_at ${key} not null,
  reversed_by ${key} references "user" (id),
  reversed_at ${key},
  reversed_for text not null default ''
);
create index moderation_author on moderation (author_id, decided_at);
create index moderation_decider on moderation (decided_by);
create index moderation_reverser on moderation (reversed_by);
create table report (
  id ${key} not null primary key,
  reporter_id ${key} not null references "user" (id),
  kind ${key} not null,
  target_id ${key} not null,
  event_id ${key},
  reason text not null,
  status ${key} not null,
  decided_by ${key} references "user" (id),
  decided_at ${key},
  created_at ${key} not null,
  author_id ${key} references "user" (id),
  category ${key} not null default 'other',
  evidence text not null default '{}',
  moderation_id ${key} references moderation (id)
);
create index report_queue on report (status, created_at);
create index report_reporter on report (reporter_id);
create index report_decider on report (decided_by);
create index report_author on report (author_id);
create unique index report_once on report (reporter_id, kind, target_id, coalesce(event_id, ''));
create index report_moderation on report (moderation_id);
create index report_target on report (kind, target_id, status);
create index report_decided on report (decided_at) where decided_at is not null;
create table takedown (
  id ${key} not null primary key,
  number integer not null unique,
  kind ${key} not null,
  target_id ${key} not null,
  author_id ${key} references "user" (id),
  url text not null,
  evidence text not null,
  claimed ${key} not null,
  claim text not null,
  name text not null,
  email text not null,
  behalf text not null,
  requester_id ${key} references "user" (id),
  state ${key} not null,
  created_at ${key} not null,
  inquired_at ${key},
  answer_until ${key},
  answer ${key},
  answer_text text not null default '',
  answered_at ${key},
  decided_at ${key},
  moderation_id ${key} references moderation (id)
);
create index takedown_queue on takedown (state, created_at);
create index takedown_author on takedown (author_id);
create index takedown_requester on takedown (requester_id);
create index takedown_moderation on takedown (moderation_id);
create index takedown_decided on takedown (decided_at) where decided_at is not null;
create table suspension (
  kind ${key} not null,
  subject_id ${key} not null,
  reason text not null,
  room_state integer,
  since ${key} not null,
  primary key (kind, subject_id)
);
create table ng_word (
  id ${key} not null primary key,
  word text not null,
  folded ${key} not null unique,
  created_at ${key} not null
);
create table audit (
  id ${key} not null primary key,
  actor_id ${key} references "user" (id),
  action ${key} not null,
  target ${key} not null,
  "before" text not null,
  "after" text not null,
  created_at ${key} not null
);
create index audit_newest on audit (created_at);
create index audit_actor on audit (actor_id);
${appendOnly('audit')}
${neverReplaced('audit')}
create table feedback (
  id ${key} not null primary key,
  user_id ${key} references "user" (id),
  category ${key} not null,
  text text not null,
  created_at ${key} not null
);
create index feedback_user on feedback (user_id);
create index feedback_age on feedback (created_at);
`
