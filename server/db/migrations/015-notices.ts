import type { Migration } from './index.ts'

/** Until when the provider's own list of what happened in an account was read; '' is the platform's own account. */
export const notices: Migration = ({ key }) => `
create table notice_cursor (
  account ${key} not null primary key,
  read_until ${key} not null
);
`
