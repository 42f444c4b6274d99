import type { Migration } from './index.ts'

/**
 * Disk usage of recordings, and until when one was recorded if the room's storage was full; external streams, whose
 * addresses are encrypted because they give access without a ticket.
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
