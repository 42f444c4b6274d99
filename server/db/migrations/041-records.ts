import type { Migration } from './index.ts'

/** Reconciliation runs and their results; and append-only tables that cannot be replaced or truncated either. */
export const records: Migration = ({ key, neverReplaced }) => `
create table reconciliation (
  id ${key} not null primary key,
  state ${key} not null,
  actor_id ${key} references "user" (id),
  counted text not null,
  total integer not null,
  differences text not null,
  created_at ${key} not null,
  finished_at ${key}
);
create index reconciliation_actor on reconciliation (actor_id);
create index reconciliation_created on reconciliation (created_at);
${neverReplaced('audit')}
${neverReplaced('gate_log')}
`
