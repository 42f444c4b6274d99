import type { Migration } from './index.ts'

/** An event has one stream at a time; and each second somebody asks for those that run, few of very many. */
export const streams: Migration = () => `
create unique index broadcast_open on broadcast (event_id) where ended_at is null;
`
