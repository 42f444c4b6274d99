import type { Migration } from './index.ts'

/** Payments whose fees the provider has not reported yet; earlier payments are in the ledger. */
export const lateLines: Migration = ({ key }) => `
alter table attempt add column unbooked_at ${key};
create index attempt_unbooked on attempt (unbooked_at) where unbooked_at is not null;
`
