import type { Migration } from './index.ts'

/** What leads strangers to a room: its genre, free events, and threads whose beginning is public. */
export const finding: Migration = ({ key }) => `
alter table room add column genre ${key};
create index room_genre on room (genre, subscribers, id) where genre is not null;
create index event_free on event (status, publishment_flg, start_at, id) where amount = 0;
alter table thread add column is_previewed integer not null default 0;
`
