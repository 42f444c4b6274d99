import type { Migration } from './index.ts'

/** Since when a room is suspended, for the refund of unused days; passed on with the room's former state. */
export const suspendedSince: Migration = ({ key }) => `
alter table suspension add column room_since ${key};
`
