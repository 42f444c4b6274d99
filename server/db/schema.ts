import type { Kysely, Transaction } from 'kysely'
import type * as books from './schema/books.ts'
import type * as community from './schema/community.ts'
import type * as events from './schema/events.ts'
import type * as lotteries from './schema/lotteries.ts'
import type * as money from './schema/money.ts'
import type * as people from './schema/people.ts'
import type * as promotions from './schema/promotions.ts'
import type * as rooms from './schema/rooms.ts'
import type * as seats from './schema/seats.ts'
import type * as machinery from './schema/system.ts'
import type * as tickets from './schema/tickets.ts'

/** All tables, with the same names in both engines. */
export interface Schema {
  user: people.User
  identity: people.Identity
  passkey: people.Passkey
  known_device: people.KnownDevice
  password_attempt: people.PasswordAttempt
  session: people.Session
  refresh_token: people.RefreshToken
  signed_link: people.SignedLink
  name_history: people.NameHistory
  retired_name: people.RetiredName
  follow: people.Follow
  profile_link: people.ProfileLink
  notification_setting: people.NotificationSetting

  room: rooms.Room
  room_tag: rooms.RoomTag
  room_menu: rooms.RoomMenu
  room_staff: rooms.RoomStaff
  stamp: rooms.Stamp
  membership: rooms.Membership
  room_closing: rooms.RoomClosing

  thread: community.Thread
  thread_media: community.ThreadMedia
  comment: community.Comment
  upload: community.Upload
  conversion: community.Conversion
  loose_file: community.OrphanedFile
  reaction: community.Reaction
  report: community.Report
  conversation: community.Conversation
  conversation_member: community.ConversationMember
  message: community.Message
  announcement: community.Announcement
  feedback: community.Feedback
  moderation: community.Moderation
  takedown: community.Takedown
  suspension: community.Suspension
  ng_word: community.NgWord

  event: events.Event
  event_move: events.EventMove
  event_tag: events.EventTag
  event_notify: events.EventNotify
  stream_key: events.StreamKey
  stream_source: events.StreamSource
  broadcast: events.Broadcast
  caption: events.Caption
  talk: events.Talk
  talk_reaction: events.TalkReaction
  talk_ban: events.TalkBan
  talk_author: events.TalkAuthor
  talk_total: events.TalkTotal
  watch: events.Watch
  watch_total: events.WatchTotal
  watch_minute: events.WatchMinute

  digital_ticket: tickets.DigitalTicket
  ticket_type: tickets.TicketType
  promotion: promotions.Promotion
  promotion_code: promotions.PromotionCode
  redemption: promotions.Redemption
  lottery: lotteries.Lottery
  draw_text: lotteries.DrawText
  lottery_group: lotteries.LotteryGroup
  application: lotteries.Application
  credential_key: tickets.CredentialKey
  issued_ticket: tickets.IssuedTicket
  companion_seat: tickets.CompanionSeat
  entrant: tickets.Entrant
  paper_ticket: tickets.PaperTicket
  device_binding: tickets.DeviceBinding
  transfer: tickets.Transfer
  tear: tickets.Tear
  gate: tickets.Gate
  gate_log: tickets.GateLog

  platform_fee: money.PlatformFee
  seller_account: money.SellerAccount
  customer: money.Customer
  saved_card: money.SavedCard
  order: money.Order
  attempt: money.PaymentAttempt
  hold: seats.Hold
  waitlist: seats.WaitlistEntry
  seat_offer: seats.SeatOffer
  resale: seats.Resale
  seller_customer: money.SellerCustomer
  room_price: money.RoomPrice
  entitlement: seats.Entitlement
  refund: money.Refund
  dispute: money.Dispute
  payment_warning: money.PaymentWarning
  ledger_entry: books.LedgerEntry
  payout: books.Payout
  disclosure_request: money.DisclosureRequest
  fee_invoice: books.FeeInvoice
  receipt: books.Receipt
  webhook_event: money.WebhookEvent
  notice_cursor: money.EventCursor
  idempotency: machinery.Idempotency

  outbox: machinery.Outbox
  job: machinery.Job
  push_token: machinery.PushToken
  push_notice: machinery.PushNotification
  notification: machinery.ListedNotification
  push_key: machinery.PushKey
  reconciliation: machinery.Reconciliation
  audit: machinery.Audit
  task_assignment: machinery.TaskAssignment
  feature_switch: machinery.FeatureSwitch
  legal_text: machinery.LegalText
  legal_draft: machinery.LegalDraft
  consent: machinery.Consent
  help_version: machinery.HelpVersion
  site_notice: machinery.SiteNotice
  news: machinery.News
  counter: machinery.Counter
}

export type Db = Kysely<Schema> | Transaction<Schema>
export type Tx = Transaction<Schema>
