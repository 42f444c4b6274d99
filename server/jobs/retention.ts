import type { Schema } from '#server/db/schema.ts'

/**
 * What happens to a table's rows over time.
 * - `nobody`: no personal data.
 * - `account`: kept as long as the account of the person, or of the room's owner; account deletion deletes or empties
 *   it.
 * - `purged`: deleted or emptied by the hourly purge at the end of its period, and by account deletion at once.
 * - `swept`: deleted by another job: recordings, files.
 * - `books`: kept as required by law (seven years for accounting), without personal data after account deletion.
 * - `record`: append-only, kept.
 */
type Rule = 'nobody' | 'account' | 'purged' | 'swept' | 'books' | 'record'

/** Every table must have a rule to compile. Described with reasons in `docs/retention.md`. */
export const RETENTION: Record<keyof Schema, Rule> = {
  user: 'account',
  identity: 'account',
  passkey: 'account',
  known_device: 'purged',
  password_attempt: 'purged',
  session: 'purged',
  refresh_token: 'purged',
  signed_link: 'purged',
  name_history: 'account',
  retired_name: 'nobody',
  follow: 'account',
  profile_link: 'account',
  notification_setting: 'account',

  room: 'account',
  room_menu: 'account',
  room_staff: 'account',
  membership: 'books',
  room_closing: 'nobody',

  thread: 'account',
  thread_media: 'account',
  comment: 'account',
  upload: 'swept',
  conversion: 'swept',
  loose_file: 'swept',
  reaction: 'account',
  report: 'purged',
  conversation: 'account',
  conversation_member: 'account',
  message: 'account',
  announcement: 'account',
  feedback: 'purged',
  moderation: 'account',
  takedown: 'purged',
  suspension: 'account',
  ng_word: 'nobody',

  event: 'account',
  event_move: 'nobody',
  event_notify: 'account',
  stream_key: 'account',
  stream_source: 'account',
  broadcast: 'swept',
  caption: 'swept',
  talk: 'account',
  talk_ban: 'account',
  talk_author: 'account',
  talk_total: 'nobody',
  talk_reaction: 'nobody',
  watch: 'purged',
  watch_total: 'nobody',
  watch_minute: 'nobody',

  digital_ticket: 'account',
  credential_key: 'nobody',
  issued_ticket: 'books',
  entrant: 'purged',
  device_binding: 'purged',
  transfer: 'books',
  tear: 'purged',
  gate: 'account',
  gate_log: 'record',

  platform_fee: 'nobody',
  seller_account: 'account',
  customer: 'books',
  saved_card: 'account',
  order: 'books',
  attempt: 'books',
  hold: 'nobody',
  seller_customer: 'books',
  room_price: 'nobody',
  entitlement: 'books',
  refund: 'books',
  dispute: 'books',
  payment_warning: 'books',
  ledger_entry: 'record',
  payout: 'books',
  disclosure_request: 'purged',
  fee_invoice: 'books',
  receipt: 'books',
  webhook_event: 'nobody',
  notice_cursor: 'nobody',
  idempotency: 'purged',

  outbox: 'purged',
  job: 'nobody',
  push_token: 'purged',
  push_notice: 'purged',
  push_key: 'nobody',
  reconciliation: 'purged',
  audit: 'record',
  task_assignment: 'purged',
  feature_switch: 'nobody',
  legal_text: 'nobody',
  legal_draft: 'nobody',
  consent: 'account',
  help_version: 'nobody',
  site_notice: 'nobody',
  news: 'nobody',
  counter: 'nobody',
}
