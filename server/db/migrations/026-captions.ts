import type { Migration } from './index.ts'

/** Captions of an archive: a WebVTT file for each language. */
export const captions: Migration = ({ key }) => `
create table caption (
  event_id ${key} not null references event (id),
  language ${key} not null,
  text text not null,
  updated_at ${key} not null,
  primary key (event_id, language)
);
`
