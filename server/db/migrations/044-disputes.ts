import type { Migration } from './index.ts'

/** A dispute may be over zero yen if the payment was refunded before. The provider's fee is still due. */
export const disputes: Migration = ({ key }) => `
create table dispute_new (
  id ${key} not null primary key,
  dispute_ref ${key} not null unique,
  order_id ${key} not null references "order" (id),
  attempt_id ${key} not null references attempt (id),
  amount integer not null check (amount >= 0),
  state ${key} not null,
  opened_at ${key} not null,
  closed_at ${key}
);
insert into dispute_new (id, dispute_ref, order_id, attempt_id, amount, state, opened_at, closed_at)
  select id, dispute_ref, order_id, attempt_id, amount, state, opened_at, closed_at from dispute;
drop table dispute;
alter table dispute_new rename to dispute;
create index dispute_order on dispute (order_id);
create index dispute_attempt on dispute (attempt_id);
create index dispute_open on dispute (state, opened_at);
`
