import type { Migration } from './index.ts'

/** Payment of tickets in a convenience store: payment numbers, the seats that they hold, and refunds by transfer. */
export const konbini: Migration = ({ key }) => `
alter table event add column konbini_days integer not null default 0;
alter table digital_ticket add column konbini_days integer not null default 0;
alter table seller_account add column konbini_payments integer not null default 0;
alter table attempt add column pay_until ${key};
alter table attempt add column voucher text;
alter table hold add column remind_at ${key};
alter table hold add column reminded_at ${key};
alter table refund add column transfer ${key};
create index hold_voucher on hold (order_id) where remind_at is not null and released_at is null;
`
