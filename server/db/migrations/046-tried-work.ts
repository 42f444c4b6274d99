import type { Migration } from './index.ts'

/** When work was last tried in vain: where that is still to come, a clock that was ahead has put it off. */
export const triedWork: Migration = ({ key }) => `
alter table outbox add column tried_at ${key};
`
