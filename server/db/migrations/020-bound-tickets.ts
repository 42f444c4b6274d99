import type { Migration } from './index.ts'

/** Generation of a ticket's code: each binding to a device creates a new one, and gates accept the latest. */
export const boundTickets: Migration = () => `
alter table issued_ticket add column generation integer not null default 0;
`
