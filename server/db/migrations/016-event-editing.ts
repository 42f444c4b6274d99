import type { Migration } from './index.ts'

/**
 * Events that owners write and change: how often that was (calendars count it), what a draft does not say yet, and when
 * it was to begin before its start was moved.
 */
export const eventEditing: Migration = ({ key }) => `
alter table event add column changes integer not null default 0;
alter table event add column open_fields text not null default '[]';
alter table event add column moved_from ${key};
`
