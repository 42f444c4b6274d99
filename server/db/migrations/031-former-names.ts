import type { Migration } from './index.ts'

/**
 * Handles that look like one that redirects to another person are refused. The skeleton equals `skeletonOf` in
 * features/auth/handle.ts: its replacements do not depend on their order.
 */
export const formerNames: Migration = ({ key }) => `
alter table name_history add column skeleton ${key} not null default '';
update name_history set skeleton = replace(replace(replace(replace(replace(replace(
  name, '_', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'm', 'rn'), 'w', 'vv');
create index name_history_look on name_history (skeleton);
`
