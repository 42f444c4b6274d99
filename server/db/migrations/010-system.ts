import type { Migration } from './index.ts'

/** Outbox, recurring jobs, counters, answers of repeated requests, uploads and feature switches. */
export const system: Migration = ({ key }) => `
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
  created_at ${key} not null,
  tried_at ${key},
  provider ${key}
);
create index outbox_due on outbox (done_at, topic, due_at);
create index outbox_provider on outbox (provider) where done_at is null and provider is not null;
create table job (
  name ${key} not null primary key,
  due_at ${key} not null,
  leased_until ${key},
  leased_by ${key},
  last_run_at ${key}
);
create table counter (
  name ${key} not null primary key,
  last bigint not null
);
create table idempotency (
  scope ${key} not null primary key,
  body_hash text not null,
  status integer,
  answer text,
  created_at ${key} not null,
  user_id ${key}
);
create index idempotency_age on idempotency (created_at);
create index idempotency_user on idempotency (user_id);
create table upload (
  id ${key} not null primary key,
  user_id ${key} not null references "user" (id),
  size integer not null,
  created_at ${key} not null,
  touched_at ${key} not null
);
create index upload_user on upload (user_id);
create index upload_touched on upload (touched_at);
create table loose_file (
  path ${key} not null primary key,
  created_at ${key} not null
);
create index loose_file_age on loose_file (created_at);
create table feature_switch (
  name ${key} not null primary key,
  enabled integer not null,
  updated_at ${key} not null
);
`
