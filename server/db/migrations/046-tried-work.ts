import type { Migration } from './index.ts'

/** When work last failed: a value in the future means that a clock that was ahead postponed it. */
export const triedWork: Migration = ({ key }) => `
alter table outbox add column tried_at ${key};
`
