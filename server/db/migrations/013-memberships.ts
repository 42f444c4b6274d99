import type { Migration } from './index.ts'

/**
 * Memberships over time: an order per renewal with the provider's invoice, the start of past due, sent reminders, and
 * the latest sync with the provider.
 */
export const memberships: Migration = ({ key }) => `
alter table "order" add column invoice_ref ${key};
create unique index order_invoice on "order" (invoice_ref);
drop index order_one_open;
create unique index order_one_open on "order" (buyer_id, kind, subject_id)
  where state = 'open' and invoice_ref is null;
alter table membership add column past_due_at ${key};
alter table membership add column reminders integer not null default 0;
alter table membership add column looked_at ${key};
alter table membership add column look ${key};
create index membership_period on membership (current_period_end);
create index membership_behind on membership (past_due_at);
`
