import type { Migration } from './index.ts'

/** Events that are sold in two kinds: to watch the live stream alone (配信のみ), or with its archive. */
export const liveOnly: Migration = () => `
alter table event add column live_amount integer;
alter table "order" add column live_only integer;
alter table entitlement add column live_only integer not null default 0;
create index entitlement_live_only on entitlement (subject_id, status) where live_only = 1;
`
