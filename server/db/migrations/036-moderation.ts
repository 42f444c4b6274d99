import type { Migration } from './index.ts'

/**
 * Operators' decisions on reports and takedown requests. Content is hidden and not deleted: `hidden_by` names the
 * decision, so that reversing it restores exactly that.
 */
export const moderation: Migration = ({ key }) => `
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
alter table report add column moderation_id ${key} references moderation (id);
create index report_moderation on report (moderation_id);
create index report_target on report (kind, target_id, status);
alter table thread add column hidden_by ${key} references moderation (id);
create index thread_hidden on thread (hidden_by);
alter table comment add column hidden_by ${key} references moderation (id);
create index comment_hidden on comment (hidden_by);
alter table message add column hidden_by ${key} references moderation (id);
create index message_hidden on message (hidden_by);
alter table talk add column hidden_by ${key} references moderation (id);
create index talk_hidden on talk (hidden_by);
alter table disclosure_request add column reminded_at ${key};
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
`
