import type { Migration } from './index.ts'

/**
 * Nobody takes a handle that looks like one which leads to somebody else. The skeleton is that of `skeletonOf` in
 * features/auth/handle.ts: no letter that one of these puts in is taken out by another.
 */
export const formerNames: Migration = ({ key }) => `
alter table name_history add column skeleton ${key} not null default '';
update name_history set skeleton = replace(replace(replace(replace(replace(replace(
  name, '_', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'm', 'rn'), 'w', 'vv');
create index name_history_look on name_history (skeleton);
`
