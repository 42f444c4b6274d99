import type { Migration } from './index.ts'

/** How the texts of the search index are read. Null: not determined yet. */
export const readings: Migration = ({ key, emptiedOnChange }) => `
alter table search_text add column reading ${key};
create index search_without_reading on search_text (seq) where reading is null;
${emptiedOnChange('search_text', 'reading', 'folded')}
`
