import type { Migration } from './index.ts'

/** Until when a seat is held instead, where only a clock that was ahead can have said until when. */
export const shortenedHolds: Migration = ({ key }) => `
alter table hold add column shortened_to ${key};
`
