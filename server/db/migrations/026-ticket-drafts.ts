import type { Migration } from './index.ts'

/** Digital tickets: what a draft does not say yet, and how often something changed that their doors are told of. */
export const ticketDrafts: Migration = () => `
alter table digital_ticket add column open_fields text not null default '[]';
alter table digital_ticket add column door_changes integer not null default 0;
`
