import type { Migration } from './index.ts'

/** Browsers from which somebody has logged in: they hear of it when another one does. */
export const knownDevices: Migration = ({ key }) => `
create table known_device (
  user_id ${key} not null references "user" (id),
  hash ${key} not null,
  last_used_at ${key} not null,
  primary key (user_id, hash)
);
create index known_device_age on known_device (last_used_at);
`
