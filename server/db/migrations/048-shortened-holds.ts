import type { Migration } from './index.ts'

/** The corrected end of a reservation whose end was set by a clock that was ahead. */
export const shortenedHolds: Migration = ({ key }) => `
alter table hold add column shortened_to ${key};
`
