import type { Migration } from './index.ts'

/** News, help, legal texts in versions with the consents to them, and the site notice. */
export const texts: Migration = ({ key }) => `
create table news (
  id ${key} not null primary key,
  slug ${key} not null unique,
  title text not null,
  lead text not null,
  body text not null,
  image_path text,
  published_at ${key} not null,
  status ${key} not null default 'published',
  version integer not null default 1,
  updated_at ${key} not null default ''
);
create index news_newest on news (published_at, id);
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
create table legal_text (
  id ${key} not null primary key,
  slug ${key} not null,
  version integer not null,
  title text not null,
  body text not null,
  published_at ${key} not null,
  consent integer not null default 0,
  source ${key} not null default 'release',
  actor_id ${key} references "user" (id),
  unique (slug, version)
);
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
create table site_notice (
  name ${key} not null primary key,
  text text not null,
  updated_at ${key} not null
);
`
