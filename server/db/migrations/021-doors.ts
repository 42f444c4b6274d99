import type { Migration } from './index.ts'

/**
 * Doors that work without a network: which plan a ticket has come to, which numbers each gate may still believe to be
 * its own (spans, by the epoch in which it was told), and when a line of a log happened by the server's clock. Lines
 * from before this say the same by `scanned_at`.
 */
export const doors: Migration = ({ key }) => `
alter table digital_ticket add column plan_epoch integer not null default 0;
alter table gate add column held text not null default '[]';
alter table gate_log add column happened_at ${key};
create index gate_log_written on gate_log (gate_id, seq);
`
