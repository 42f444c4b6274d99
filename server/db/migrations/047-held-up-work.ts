import type { Migration } from './index.ts'

/** Work that failed during an outage of the payment provider: it is retried as soon as that is over. */
export const delayedWork: Migration = ({ key }) => `
alter table outbox add column provider ${key};
create index outbox_provider on outbox (provider) where done_at is null and provider is not null;
`
