import type { Migration } from './index.ts'

/** How long a ticket waits before another device shows it, and what waits. */
export const ticketMoves: Migration = ({ key }) => `
alter table digital_ticket add column move_wait_hours integer not null default 0;
alter table device_binding add column moves_from ${key};
alter table device_binding add column moves_to text;
`
