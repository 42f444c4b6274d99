import type { Migration } from './index.ts'

/**
 * Who took a gate with their own login: it is theirs for as long as they may work at the door. Null: an invitation's,
 * or taken before this was kept.
 */
export const gateKeepers: Migration = ({ key }) => `
alter table gate add column claimed_by ${key} references "user" (id);
create index gate_claimed_by on gate (claimed_by);
`
