import type { Migration } from './index.ts'

/** Recent wrong passwords, by the hash of their throttle key. */
export const passwordAttempts: Migration = ({ key }) => `
create table password_attempt (
  key ${key} not null primary key,
  attempts integer not null,
  started_at ${key} not null
);
create index password_attempt_age on password_attempt (started_at);
`
