import type { Migration } from './index.ts'

/** Operators' contents: news with drafts, help and legal texts in versions, consents to them, and the site notice. */
export const contents: Migration = ({ key }) => `
alter table news add column status ${key} not null default 'published';
alter table news add column version integer not null default 1;
alter table news add column updated_at ${key} not null default '';
update news set updated_at = published_at;
alter table legal_text add column consent integer not null default 0;
alter table legal_text add column source ${key} not null default 'release';
alter table legal_text add column actor_id ${key} references "user" (id);
create index legal_text_actor on legal_text (actor_id);
create table legal_draft (
  slug ${key} not null primary key,
  title text not null,
  body text not null,
  consent integer not null,
  publish_at ${key},
  version integer not null,
  actor_id ${key} references "user" (id),
  updated_at ${key} not null
);
create index legal_draft_actor on legal_draft (actor_id);
create table consent (
  user_id ${key} not null references "user" (id),
  slug ${key} not null,
  version integer not null,
  accepted_at ${key} not null,
  primary key (user_id, slug, version)
);
create table help_version (
  id ${key} not null primary key,
  topic ${key} not null,
  version integer not null,
  entries text,
  actor_id ${key} references "user" (id),
  created_at ${key} not null,
  unique (topic, version)
);
create index help_version_actor on help_version (actor_id);
create table site_notice (
  name ${key} not null primary key,
  text text not null,
  updated_at ${key} not null
);
`
