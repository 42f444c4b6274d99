import type { Migration } from './index.ts'

/**
 * Offline gates: the epoch of a ticket's plan, the numbers that each gate may still believe to be its own (ranges by
 * epoch), and when a log line happened by the server's clock. For older lines that is `scanned_at`.
 */
export const doors: Migration = ({ key }) => `
alter table digital_ticket add column plan_epoch integer not null default 0;
alter table gate add column held text not null default '[]';
alter table gate_log add column happened_at ${key};
create index gate_log_written on gate_log (gate_id, seq);
`
