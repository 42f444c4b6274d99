import type { Migration } from './index.ts'

/** Groups in a waiting list: a place, and an offer, is of several seats of an entry ticket. */
export const waitingGroups: Migration = () => `
alter table waitlist add column seats integer not null default 1 check (seats >= 1);
alter table waitlist add column passed integer not null default 0 check (passed >= 0);
alter table waitlist add column gathered integer not null default 0 check (gathered >= 0);
alter table seat_offer add column seats integer not null default 1 check (seats >= 1);
`
