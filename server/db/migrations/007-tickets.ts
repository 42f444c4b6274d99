import type { Migration } from './index.ts'

/** Digital tickets: what is issued, bound to phones and transferred, and the gates that admit. */
export const tickets: Migration = ({ key, appendOnly, neverReplaced }) => `
create table digital_ticket (
  id ${key} not null primary key,
  room_id ${key} not null references room (id),
  title text not null,
  about text not null,
  venue text not null,
  opens_at ${key} not null,
  starts_at ${key} not null,
  valid_until ${key} not null,
  amount integer not null check (amount >= 0),
  capacity integer not null,
  taken integer not null,
  members_only integer not null,
  no_transfer integer not null,
  reentry integer not null,
  image_path text,
  number_prefix text not null,
  number_start integer not null,
  number_skip text not null,
  status ${key} not null,
  created_at ${key} not null,
  updated_at ${key} not null,
  plan_epoch integer not null default 0,
  open_fields text not null default '[]',
  door_changes integer not null default 0,
  check (taken >= 0 and taken <= capacity)
);
create index digital_ticket_room on digital_ticket (room_id, status, starts_at);
create index digital_ticket_opening on digital_ticket (opens_at) where status = 'published';
create index digital_ticket_image_path on digital_ticket (image_path) where image_path is not null;
create table credential_key (
  id ${key} not null primary key,
  digital_ticket_id ${key} not null references digital_ticket (id),
  public_key text not null,
  private_key_sealed text not null,
  created_at ${key} not null,
  retired_at ${key}
);
create index credential_key_ticket on credential_key (digital_ticket_id);
create table gate (
  id ${key} not null primary key,
  digital_ticket_id ${key} not null references digital_ticket (id),
  name text not null,
  range_from integer,
  range_to integer,
  invite_hash ${key} not null unique,
  token_hash ${key} unique,
  public_key text,
  epoch integer not null,
  admitted integer not null,
  claimed_at ${key},
  last_sync_at ${key},
  revoked_at ${key},
  created_at ${key} not null,
  held text not null default '[]',
  claimed_by ${key} references "user" (id)
);
create index gate_ticket on gate (digital_ticket_id);
create index gate_claimed_by on gate (claimed_by);
create table issued_ticket (
  id ${key} not null primary key,
  digital_ticket_id ${key} not null references digital_ticket (id),
  holder_id ${key} not null references "user" (id),
  order_id ${key} references "order" (id),
  seq integer not null,
  number text not null,
  gate_hint text not null,
  status ${key} not null,
  credential text not null,
  hash ${key} not null unique,
  issued_at ${key} not null,
  used_at ${key},
  used_gate_id ${key} references gate (id),
  generation integer not null default 0,
  unique (digital_ticket_id, seq)
);
create index issued_ticket_holder on issued_ticket (holder_id, status);
create index issued_ticket_order on issued_ticket (order_id);
create index issued_ticket_gate on issued_ticket (used_gate_id);
create table device_binding (
  id ${key} not null primary key,
  issued_ticket_id ${key} not null references issued_ticket (id),
  public_key text not null,
  thumbprint text not null,
  created_at ${key} not null,
  revoked_at ${key}
);
create index device_binding_ticket on device_binding (issued_ticket_id, created_at);
create index device_binding_age on device_binding (created_at);
create table transfer (
  id ${key} not null primary key,
  issued_ticket_id ${key} not null references issued_ticket (id),
  from_id ${key} not null references "user" (id),
  to_id ${key} not null references "user" (id),
  status ${key} not null,
  created_at ${key} not null,
  decided_at ${key}
);
create index transfer_ticket on transfer (issued_ticket_id);
create index transfer_from on transfer (from_id);
create index transfer_to on transfer (to_id, status);
create unique index transfer_open on transfer (issued_ticket_id) where status = 'offered';
create table tear (
  id ${key} not null primary key,
  issued_ticket_id ${key} not null references issued_ticket (id),
  holder_id ${key} not null references "user" (id),
  torn_at ${key} not null,
  happened_at ${key} not null,
  received_at ${key} not null
);
create index tear_ticket on tear (issued_ticket_id);
create index tear_holder on tear (holder_id);
create index tear_age on tear (torn_at);
create table gate_log (
  id ${key} not null primary key,
  gate_id ${key} not null references gate (id),
  nonce ${key} not null,
  seq bigint not null,
  ticket_hash ${key} not null,
  did ${key} not null,
  reason text not null,
  signature text not null,
  scanned_at ${key} not null,
  received_at ${key} not null,
  happened_at ${key},
  unique (gate_id, nonce)
);
create index gate_log_ticket on gate_log (ticket_hash, scanned_at);
create index gate_log_written on gate_log (gate_id, seq);
${appendOnly('gate_log')}
${neverReplaced('gate_log')}
`
