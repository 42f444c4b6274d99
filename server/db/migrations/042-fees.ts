import type { Migration } from './index.ts'

/**
 * Platform fees as changed by operators; the fee of each order (null: an unpaid renewal), and the one stored with
 * each subscription at the provider. Everything before had ten percent.
 */
export const fees: Migration = ({ key }) => `
create table platform_fee (
  id ${key} not null primary key,
  percent integer not null,
  effective_at ${key} not null,
  reason text not null,
  actor_id ${key} references "user" (id),
  created_at ${key} not null,
  withdrawn_at ${key}
);
create index platform_fee_actor on platform_fee (actor_id);
create unique index platform_fee_effective on platform_fee (effective_at) where withdrawn_at is null;
alter table "order" add column fee_percent integer;
update "order" set fee_percent = 10;
alter table membership add column fee_percent integer;
update membership set fee_percent = 10 where subscription_ref is not null;
create index membership_fee on membership (fee_percent);
`
