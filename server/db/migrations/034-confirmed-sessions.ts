import type { Migration } from './index.ts'

/** When the password was given once more on a login: an operator's calls are taken for a while after it. */
export const confirmedSessions: Migration = ({ key }) => `
alter table session add column confirmed_at ${key};
`
