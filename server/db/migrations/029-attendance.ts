import type { Migration } from './index.ts'

/**
 * Ticket holders who agreed to be shown on the pages of their events. A ticket has a copy of the setting, so that those
 * of one event are found by an index.
 */
export const attendance: Migration = () => `
alter table "user" add column publishes_attendance integer not null default 0;
alter table entitlement add column is_public integer not null default 0;
create index entitlement_public on entitlement (subject_id, granted_at) where is_public = 1;
`
