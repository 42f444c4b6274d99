import type { Migration } from './index.ts'

/** Why a ticket may move from a device; also the record of it, as the row stays when the device is replaced. */
export const moveProofs: Migration = ({ key }) => `
alter table device_binding add column moves_by ${key};
`
