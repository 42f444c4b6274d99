import type { Migration } from './index.ts'

/**
 * What streams take of the disk, and until when one was kept where the room's part of it was full; and streams that
 * come from elsewhere: their addresses are sealed, since whoever knows one needs no ticket.
 */
export const keptStreams: Migration = ({ key }) => `
alter table broadcast add column bytes bigint;
alter table broadcast add column kept_until ${key};
create table stream_source (
  event_id ${key} not null primary key references event (id),
  live_sealed text not null,
  archive_sealed text,
  updated_at ${key} not null
);
`
