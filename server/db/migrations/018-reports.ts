import type { Migration } from './index.ts'

/**
 * Reports with their evidence, which the author cannot delete. One report per person and content. And an index on the
 * time of talk messages per person, for the rate limit across events.
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
