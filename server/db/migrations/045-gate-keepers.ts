import type { Migration } from './index.ts'

/**
 * The person who claimed a gate with their own login, as long as they may work at gates. Null: claimed by invitation,
 * or before this was stored.
 */
export const gateKeepers: Migration = ({ key }) => `
alter table gate add column claimed_by ${key} references "user" (id);
create index gate_claimed_by on gate (claimed_by);
`
