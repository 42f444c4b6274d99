import type { Migration } from './index.ts'

/** When an owner deleted an archive before its window closed. */
export const deletedArchives: Migration = ({ key }) => `
alter table event add column archive_deleted_at ${key};
`
