import type { Migration } from './index.ts'

/** Each binding to a device makes a new code of a ticket; a door tells the newest by its generation. */
export const boundTickets: Migration = () => `
alter table issued_ticket add column generation integer not null default 0;
`
