import type { Migration } from './index.ts'

/** Edited events: number of changes (calendars need it), open fields of drafts, and the start before it was moved. */
export const eventEditing: Migration = ({ key }) => `
alter table event add column changes integer not null default 0;
alter table event add column open_fields text not null default '[]';
alter table event add column moved_from ${key};
`
