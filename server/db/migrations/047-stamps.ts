import type { Migration } from './index.ts'

/** Stamps of a room, and the lines of a talk that are one; such a line may outlive its stamp. */
export const stamps: Migration = ({ key }) => `
create table stamp (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  name text not null,
  image_path text not null,
  position integer not null,
  created_at ${key} not null
);
create index stamp_room on stamp (room_id, position);
create index stamp_image_path on stamp (image_path);
alter table talk add column stamp_id ${key};
`
