import type { Migration } from './index.ts'

/** Account deletion: stored answers get an owner, and deleted handles are stored as a hash only. */
export const leaving: Migration = ({ key }) => `
create table retired_name (
  hash ${key} not null primary key
);
alter table idempotency add column user_id ${key};
create index idempotency_user on idempotency (user_id);
`
