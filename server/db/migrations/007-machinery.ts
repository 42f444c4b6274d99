import type { Migration } from './index.ts'

export const machinery: Migration = ({ key, appendOnly }) => `
create table outbox (
  id ${key} not null primary key,
  topic ${key} not null,
  key ${key} not null unique,
  payload text not null,
  due_at ${key} not null,
  attempts integer not null,
  leased_until ${key},
  leased_by ${key},
  done_at ${key},
  error text,
  created_at ${key} not null
);
create index outbox_due on outbox (done_at, topic, due_at);
create table job (
  name ${key} not null primary key,
  due_at ${key} not null,
  leased_until ${key},
  leased_by ${key},
  last_run_at ${key}
);
create table push_token (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  kind ${key} not null,
  endpoint ${key} not null unique,
  keys text not null,
  created_at ${key} not null,
  confirmed_at ${key}
);
create index push_token_user on push_token (user_id);
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
create table feature_switch (
  name ${key} not null primary key,
  enabled integer not null,
  updated_at ${key} not null
);
create table legal_text (
  id ${key} not null primary key,
  slug ${key} not null,
  version integer not null,
  title text not null,
  body text not null,
  published_at ${key} not null,
  unique (slug, version)
);
create table news (
  id ${key} not null primary key,
  slug ${key} not null unique,
  title text not null,
  lead text not null,
  body text not null,
  image_path text,
  published_at ${key} not null
);
create index news_newest on news (published_at, id);
create table counter (
  name ${key} not null primary key,
  last bigint not null
);
${appendOnly('audit')}
${appendOnly('gate_log')}
${appendOnly('ledger_entry')}
`
