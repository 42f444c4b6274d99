import type { Migration } from './index.ts'

/** Whoever leaves takes everything along: kept answers are known by whose they are, names by a hash alone. */
export const leaving: Migration = ({ key }) => `
create table retired_name (
  hash ${key} not null primary key
);
alter table idempotency add column user_id ${key};
create index idempotency_user on idempotency (user_id);
`
