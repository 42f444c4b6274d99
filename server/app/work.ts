import { EVENT_CANCEL } from '#server/features/events/cancellation.ts'
import { notifyLate } from '#server/features/events/late.ts'
import { EVENT_MOVED, moveNotifier } from '#server/features/events/notify.ts'
import {
  eventReminders,
  isEventNotificationValid,
  REMIND,
} from '#server/features/events/reminders.ts'
import { ANNOUNCE, announcing } from '#server/features/inbox/announcing.ts'
import { hasUnread } from '#server/features/inbox/queries.ts'
import { ARCHIVE_DELETE } from '#server/features/live/archive/archive-deletion.ts'
import { SELLER_STOPPED } from '#server/features/monetization/accounts.ts'
import { FEE_CHANGE, feeChanges } from '#server/features/operator/fee/notify.ts'
import { RECONCILE } from '#server/features/operator/reconciliation/reconciliation.ts'
import { SUSPENSION } from '#server/features/operator/suspensions/propagation.ts'
import { FEE_BACK } from '#server/features/orders/disputes/service.ts'
import { REFUND } from '#server/features/orders/refunds/reasons.ts'
import { createCatchUp } from '#server/features/payments/catch-up.ts'
import { WEBHOOK_EVENT } from '#server/features/payments/webhook-intake.ts'
import { NOTIFICATION as PERSON_TOLD } from '#server/features/push/enqueue.ts'
import { notificationHandler } from '#server/features/push/notifier.ts'
import { type StillTrue, sending } from '#server/features/push/sending.ts'
import { ROOM_CLOSE } from '#server/features/rooms/closing.ts'
import { MEMBERSHIP_FEE } from '#server/features/rooms/fee-propagation.ts'
import { ROOM_NEWS, roomNewsHandler } from '#server/features/rooms/news.ts'
import { isThreadNotificationValid } from '#server/features/threads/notify.ts'
import { TICKET_CANCEL } from '#server/features/tickets/owning/cancellation.ts'
import {
  entryReminders,
  isEntryNotificationValid,
  REMIND_ENTRY,
} from '#server/features/tickets/reminders.ts'
import type { Services } from './services.ts'

/** Background work: handlers of the outbox topics, and recurring jobs (`jobs/`). */
export function backgroundWork(services: Services) {
  const { deps, site, watch, refunds, disputes, memberships, accounts, payouts } = services
  const { eventCancellation, ticketCancellation, closing, streams, propagation, fees, books } =
    services
  const reminders = eventReminders(deps)
  const entries = entryReminders(deps)
  const stillTrue: StillTrue = async (notification, userId) => {
    if (!(await site.switches.isOn('notification'))) return false
    return 'conversationId' in notification
      ? hasUnread(deps.db, notification.conversationId, userId)
      : (await isEventNotificationValid(deps.db, notification, userId)) &&
          (await isEntryNotificationValid(deps.db, notification, userId)) &&
          isThreadNotificationValid(deps.db, notification)
  }
  const pushes = sending(deps, stillTrue)
  return {
    handlers: {
      [WEBHOOK_EVENT]: watch.handleEvent,
      [REFUND]: refunds.handle,
      [FEE_BACK]: disputes.refundFee,
      [EVENT_CANCEL]: eventCancellation.handle,
      [TICKET_CANCEL]: ticketCancellation.handle,
      [EVENT_MOVED]: moveNotifier(deps),
      [ARCHIVE_DELETE]: streams.deleteArchive,
      [ROOM_CLOSE]: closing.handle,
      [RECONCILE]: books.handle,
      [SUSPENSION]: propagation.handle,
      [FEE_CHANGE]: feeChanges(deps, fees).handle,
      [MEMBERSHIP_FEE]: fees.handle,
      [SELLER_STOPPED]: accounts.notifyMembers,
      [PERSON_TOLD]: notificationHandler(deps),
      [ROOM_NEWS]: roomNewsHandler(deps),
      [ANNOUNCE]: announcing(deps).handle,
      [REMIND]: reminders.handle,
      [REMIND_ENTRY]: entries.handle,
      ...pushes.handlers,
    },
    /** Options of topics that differ from the default. */
    queues: { ...pushes.queues, [RECONCILE]: { hasTime: true } },
    async remind() {
      await reminders.sweep()
      await entries.sweep()
    },
    async sweep() {
      await watch.sweep()
      await memberships.dunning.sweep()
      await notifyLate(deps)
    },
    async notifySellers() {
      await accounts.sweep()
      await payouts.run()
    },
    notifyFees: fees.sweep,
    reconcileDaily: books.daily,
    catchUp: createCatchUp(deps),
  }
}
