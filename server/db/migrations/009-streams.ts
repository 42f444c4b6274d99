import type { Migration } from './index.ts'

/** One stream per event; and an index for the running ones, which are polled each second. */
export const streams: Migration = () => `
create unique index broadcast_open on broadcast (event_id) where ended_at is null;
`
