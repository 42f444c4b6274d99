import type { Migration } from './index.ts'

/** How far an account's list of events at the provider was read; '' is the platform's own account. */
export const notices: Migration = ({ key }) => `
create table notice_cursor (
  account ${key} not null primary key,
  read_until ${key} not null
);
`
