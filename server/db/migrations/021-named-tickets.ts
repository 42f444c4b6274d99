import type { Migration } from './index.ts'

/** 特定興行入場券: entry tickets whose holders give their name and contact. */
export const namedTickets: Migration = () => `
alter table digital_ticket add column named integer not null default 0;
alter table entrant add column name text not null default '';
alter table entrant add column contact text not null default '';
`
