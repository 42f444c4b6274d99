import type { Migration } from './index.ts'

/**
 * What was reported is kept as it stood: its author may delete it. One report a person and thing. And what one person
 * said lately is found by time, at whatever event: how fast they may speak is counted there.
 */
export const reports: Migration = ({ key }) => `
alter table report add column author_id ${key} references "user" (id);
alter table report add column category ${key} not null default 'other';
alter table report add column evidence text not null default '{}';
create index report_author on report (author_id);
create unique index report_once on report (reporter_id, kind, target_id, coalesce(event_id, ''));
drop index talk_user;
create index talk_user on talk (user_id, created_at);
`
