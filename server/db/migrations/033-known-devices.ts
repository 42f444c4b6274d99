import type { Migration } from './index.ts'

/** Known devices of a user, for the email about a login from a new one. */
export const knownDevices: Migration = ({ key }) => `
create table known_device (
  user_id ${key} not null references "user" (id),
  hash ${key} not null,
  last_used_at ${key} not null,
  primary key (user_id, hash)
);
create index known_device_age on known_device (last_used_at);
`
