import type { Migration } from './index.ts'

/** One account of each other service leads to one person: what is unlinked is then never in doubt. */
export const oneIdentity: Migration = () => `
drop index identity_user;
create unique index identity_one on identity (user_id, provider);
`
