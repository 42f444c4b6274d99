import type { Migration } from './index.ts'

/** Work that failed since the payment provider did not answer: it is tried as soon as that does. */
export const heldUpWork: Migration = ({ key }) => `
alter table outbox add column provider ${key};
create index outbox_provider on outbox (provider) where done_at is null and provider is not null;
`
