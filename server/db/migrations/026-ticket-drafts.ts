import type { Migration } from './index.ts'

/** Digital tickets: open fields of drafts, and a counter of changes that gates need to know. */
export const ticketDrafts: Migration = () => `
alter table digital_ticket add column open_fields text not null default '[]';
alter table digital_ticket add column door_changes integer not null default 0;
`
