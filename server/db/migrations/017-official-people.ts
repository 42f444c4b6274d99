import type { Migration } from './index.ts'

/** Rooms of official people, who are few. */
export const officialPeople: Migration = () => `
create index user_official on "user" (id) where official_flg = 1;
`
