import type { Migration } from './index.ts'

/** What leads strangers to a room: its genre, and threads whose beginning is public. */
export const finding: Migration = ({ key }) => `
alter table room add column genre ${key};
create index room_genre on room (genre, subscribers, id) where genre is not null;
alter table thread add column is_previewed integer not null default 0;
`
