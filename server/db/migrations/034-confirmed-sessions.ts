import type { Migration } from './index.ts'

/** When the password was last confirmed in a session: operators' calls are allowed for a while after it. */
export const confirmedSessions: Migration = ({ key }) => `
alter table session add column confirmed_at ${key};
`
