import type { Migration } from './index.ts'

/** What of a seller was last shown at the payment provider, as a hash. */
export const sellerShown: Migration = ({ key }) => `
alter table seller_account add column shown_hash ${key};
`
