import type { Migration } from './index.ts'

/** Members who agreed to be shown on the pages of their rooms; their rights have a copy, as tickets have. */
export const publicMembers: Migration = () => `
alter table "user" add column publishes_memberships integer not null default 0;
`
