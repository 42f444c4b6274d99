import type { Handler } from '#server/db/outbox.ts'
import * as eventCancellation from '#server/features/events/cancellation.ts'
import { EVENT_CANCEL } from '#server/features/events/cancellation.ts'
import { notifyLate } from '#server/features/events/late-events.ts'
import { EVENT_MOVED, notifyMoved } from '#server/features/events/notify.ts'
import * as reminders from '#server/features/events/reminders.ts'
import { isEventNotificationValid, REMIND } from '#server/features/events/reminders.ts'
import * as announcing from '#server/features/inbox/announcements.ts'
import { ANNOUNCE } from '#server/features/inbox/announcements.ts'
import { hasUnread } from '#server/features/inbox/queries.ts'
import * as archiveDeletion from '#server/features/live/archive/archive-deletion.ts'
import { ARCHIVE_DELETE } from '#server/features/live/archive/archive-deletion.ts'
import { issueFeeInvoices } from '#server/features/monetization/fees/issue.ts'
import * as payouts from '#server/features/monetization/payouts.ts'
import * as accounts from '#server/features/monetization/seller-accounts.ts'
import { SELLER_STOPPED } from '#server/features/monetization/seller-accounts.ts'
import * as feeChanges from '#server/features/operator/fee/notify.ts'
import { FEE_CHANGE } from '#server/features/operator/fee/notify.ts'
import * as books from '#server/features/operator/reconciliation/reconciliation.ts'
import { RECONCILE } from '#server/features/operator/reconciliation/reconciliation.ts'
import * as propagation from '#server/features/operator/suspensions/propagation.ts'
import { SUSPENSION } from '#server/features/operator/suspensions/propagation.ts'
import * as disputes from '#server/features/orders/disputes/service.ts'
import { FEE_BACK } from '#server/features/orders/disputes/service.ts'
import * as providerUpdates from '#server/features/orders/provider-updates.ts'
import { REFUND } from '#server/features/orders/refunds/reasons.ts'
import * as refunds from '#server/features/orders/refunds/service.ts'
import * as resales from '#server/features/orders/resale/deadline.ts'
import { isOpen as isVoucherOpen } from '#server/features/orders/vouchers/queries.ts'
import * as vouchers from '#server/features/orders/vouchers/service.ts'
import { isOpen as isOfferOpen } from '#server/features/orders/waitlist/seat-offer-queries.ts'
import * as turns from '#server/features/orders/waitlist/turns.ts'
import { catchUp } from '#server/features/payments/catch-up.ts'
import { DROP_CARD, dropCard } from '#server/features/payments/unkept-cards.ts'
import { WEBHOOK_EVENT } from '#server/features/payments/webhook-intake.ts'
import { NOTIFICATION as PERSON_TOLD } from '#server/features/push/enqueue.ts'
import { handleNotification } from '#server/features/push/notifier.ts'
import { type StillTrue, sending } from '#server/features/push/send-notification.ts'
import { endRoom, ROOM_CLOSE } from '#server/features/rooms/close-room.ts'
import * as dunning from '#server/features/rooms/dunning.ts'
import * as fees from '#server/features/rooms/fee-propagation.ts'
import { MEMBERSHIP_FEE } from '#server/features/rooms/fee-propagation.ts'
import { MEMBERSHIP_END } from '#server/features/rooms/membership-end.ts'
import * as prices from '#server/features/rooms/price-propagation.ts'
import { ROOM_PRICE } from '#server/features/rooms/price-propagation.ts'
import { notifyRoom, ROOM_NEWS } from '#server/features/rooms/room-news.ts'
import { isThreadNotificationValid } from '#server/features/threads/notify.ts'
import * as lotteries from '#server/features/tickets/lottery/rounds.ts'
import { LOTTERY_NEWS } from '#server/features/tickets/lottery/rounds.ts'
import * as ticketCancellation from '#server/features/tickets/owning/cancellation.ts'
import { TICKET_CANCEL } from '#server/features/tickets/owning/cancellation.ts'
import { ENTRY_CHANGED, handleEntryChanged } from '#server/features/tickets/owning/notify.ts'
import * as entries from '#server/features/tickets/reminders.ts'
import { isEntryNotificationValid, REMIND_ENTRY } from '#server/features/tickets/reminders.ts'
import * as conversion from '#server/features/uploads/conversion.ts'
import { CONVERT } from '#server/features/uploads/conversion.ts'
import type { Email } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { otherUpdates } from './hooks.ts'
import type { Services } from './services.ts'

const stillTrueIn =
  ({ db }: Deps, { switches }: Services['site']): StillTrue =>
  async (notification, userId) => {
    if (!(await switches.isOn('notification'))) return false
    if (notification.notice === 'voucherEnding') return isVoucherOpen(db, notification.orderId)
    if ('offerId' in notification) return isOfferOpen(db, notification.offerId)
    return 'conversationId' in notification
      ? hasUnread(db, notification.conversationId, userId)
      : (await isEventNotificationValid(db, notification, userId)) &&
          (await isEntryNotificationValid(db, notification, userId)) &&
          isThreadNotificationValid(db, notification)
  }

/** Whether an email's news is still true: an offer may have ended before its email is sent. */
export const isEmailCurrent =
  ({ db }: Deps) =>
  async (email: Email): Promise<boolean> =>
    !('offerId' in email && email.offerId) || isOfferOpen(db, email.offerId)

/** The handlers of the outbox topics but those of push services. */
const handlersOf = (deps: Services['deps']): Record<string, Handler> => ({
  [WEBHOOK_EVENT]: (payload) => providerUpdates.handleEvent(deps, otherUpdates, payload),
  [REFUND]: (payload) => refunds.handle(deps, payload),
  [DROP_CARD]: (payload) => dropCard(deps, payload),
  [FEE_BACK]: (payload) => disputes.refundFee(deps, payload),
  [EVENT_CANCEL]: (payload) => eventCancellation.handle(deps, payload),
  [TICKET_CANCEL]: (payload) => ticketCancellation.handle(deps, payload),
  [ENTRY_CHANGED]: (payload) => handleEntryChanged(deps, payload),
  [LOTTERY_NEWS]: (payload) => lotteries.handleNews(deps, payload),
  [EVENT_MOVED]: (payload) => notifyMoved(deps, payload),
  [ARCHIVE_DELETE]: (payload) => archiveDeletion.handle(deps, payload),
  [ROOM_CLOSE]: (payload) => endRoom(deps, payload),
  [RECONCILE]: (payload, attempt) => books.handle(deps, payload, attempt),
  [SUSPENSION]: (payload) => propagation.handle(deps, payload),
  [FEE_CHANGE]: (payload) => feeChanges.handle(deps, payload),
  [MEMBERSHIP_END]: (payload) => dunning.endSubscription(deps, payload),
  [ROOM_PRICE]: (payload) => prices.handle(deps, payload),
  [MEMBERSHIP_FEE]: (payload) => fees.handle(deps, payload),
  [SELLER_STOPPED]: (payload) => accounts.notifyMembers(deps, payload),
  [PERSON_TOLD]: (payload) => handleNotification(deps, payload),
  [ROOM_NEWS]: (payload) => notifyRoom(deps, payload),
  [ANNOUNCE]: (payload) => announcing.handle(deps, payload),
  [REMIND]: (payload) => reminders.handle(deps, payload),
  [REMIND_ENTRY]: (payload) => entries.handle(deps, payload),
  [CONVERT]: (payload, attempt) => conversion.handle(deps, payload, attempt),
})

/** Background work: handlers of the outbox topics, and recurring jobs (`jobs/`). */
export function backgroundWork({ deps, site }: Services) {
  const pushes = sending(deps, stillTrueIn(deps, site))
  return {
    handlers: { ...handlersOf(deps), ...pushes.handlers },
    /** Options of topics that differ from the default. */
    queues: {
      ...pushes.queues,
      [RECONCILE]: { hasTime: true },
      [CONVERT]: { parallel: 1, hasTime: true },
    },
    async remind() {
      await reminders.sweep(deps)
      await entries.sweep(deps)
    },
    async sweep() {
      await providerUpdates.sweep(deps)
      await vouchers.sweep(deps)
      await dunning.sweep(deps)
      await propagation.sweep(deps)
      await notifyLate(deps)
    },
    /**
     * Serves the lines and lotteries, then ends 公式リセール. While purchases are paused, an offer could not be taken, and its time must
     * not run out for the next person.
     */
    async serveWaiting() {
      const sells = await site.switches.isOn('purchase')
      if (sells) await turns.sweep(deps)
      await lotteries.sweep(deps, sells)
      await resales.sweep(deps)
    },
    async notifySellers() {
      await accounts.sweep(deps)
      await payouts.run(deps)
    },
    issueInvoices: () => issueFeeInvoices(deps),
    notifyFees: () => fees.sweep(deps),
    reconcileDaily: () => books.daily(deps),
    catchUp: (signal?: AbortSignal) => catchUp(deps, signal),
  }
}
