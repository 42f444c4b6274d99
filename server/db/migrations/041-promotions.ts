import type { Migration } from './index.ts'

/** Codes of entry tickets (招待・割引・先行): what they give, each code, and each purchase with one. */
export const promotions: Migration = ({ key }) => `
create table promotion (
  id ${key} not null primary key,
  digital_ticket_id ${key} not null references digital_ticket (id),
  percent integer,
  yen_off integer,
  presale integer not null,
  valid_from ${key},
  valid_until ${key},
  type_ids text not null,
  seats integer,
  per_person integer,
  stopped integer not null,
  created_at ${key} not null,
  check (percent is null or yen_off is null)
);
create index promotion_ticket on promotion (digital_ticket_id, stopped);
create table promotion_code (
  id ${key} not null primary key,
  promotion_id ${key} not null references promotion (id),
  digital_ticket_id ${key} not null references digital_ticket (id),
  code ${key} not null,
  taken integer not null default 0 check (taken >= 0)
);
create unique index promotion_code_text on promotion_code (digital_ticket_id, code);
create index promotion_code_promotion on promotion_code (promotion_id, id);
create table redemption (
  id ${key} not null primary key,
  code_id ${key} not null references promotion_code (id),
  user_id ${key} not null references "user" (id),
  order_id ${key} references "order" (id),
  seats integer not null check (seats >= 1),
  discount integer not null,
  created_at ${key} not null,
  released_at ${key}
);
create unique index redemption_order on redemption (order_id);
create index redemption_code on redemption (code_id, user_id);
create index redemption_user on redemption (user_id, created_at);
`
