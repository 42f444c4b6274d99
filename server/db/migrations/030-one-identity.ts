import type { Migration } from './index.ts'

/** A social account is linked to one person only. */
export const oneIdentity: Migration = () => `
drop index identity_user;
create unique index identity_one on identity (user_id, provider);
`
