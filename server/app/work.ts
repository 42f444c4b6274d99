import { EVENT_CANCEL } from '#server/features/events/cancelling.ts'
import { tellLate } from '#server/features/events/late.ts'
import { eventNoticeHolds, eventReminders, REMIND } from '#server/features/events/reminders.ts'
import { EVENT_MOVED, movedTelling } from '#server/features/events/telling.ts'
import { ANNOUNCE, announcing } from '#server/features/inbox/announcing.ts'
import { hasUnread } from '#server/features/inbox/queries.ts'
import { ARCHIVE_DELETE } from '#server/features/live/archive-deletion.ts'
import { SELLER_STOPPED } from '#server/features/monetization/accounts.ts'
import { FEE_CHANGE, feeChanges } from '#server/features/operator/fee/telling.ts'
import { RECONCILE } from '#server/features/operator/reconciliation/reconciliation.ts'
import { SUSPENSION } from '#server/features/operator/suspensions/following.ts'
import { FEE_BACK } from '#server/features/orders/disputes/service.ts'
import { REFUND } from '#server/features/orders/refunds/reasons.ts'
import { createCatchUp } from '#server/features/payments/catch-up.ts'
import { WEBHOOK_EVENT } from '#server/features/payments/webhook-intake.ts'
import { NOTIFICATION as PERSON_TOLD } from '#server/features/push/enqueue.ts'
import { type StillTrue, sending } from '#server/features/push/sending.ts'
import { noticeHandler } from '#server/features/push/telling.ts'
import { ROOM_CLOSE } from '#server/features/rooms/closing.ts'
import { MEMBERSHIP_FEE } from '#server/features/rooms/fee-following.ts'
import { ROOM_NEWS, roomNewsHandler } from '#server/features/rooms/news.ts'
import { threadNoticeHolds } from '#server/features/threads/telling.ts'
import { TICKET_CANCEL } from '#server/features/tickets/owning/cancelling.ts'
import {
  entryNoticeHolds,
  entryReminders,
  REMIND_ENTRY,
} from '#server/features/tickets/reminders.ts'
import type { Services } from './services.ts'

/** What the server does without being asked: the outbox's topics, and what looks after things now and then (`jobs/`). */
export function backgroundWork(services: Services) {
  const { deps, site, watch, refunds, disputes, memberships, accounts, payouts } = services
  const { cancelling, ticketsOff, closing, streams, following, fees, books } = services
  const reminders = eventReminders(deps)
  const entries = entryReminders(deps)
  const stillTrue: StillTrue = async (notice, userId) => {
    if (!(await site.switches.isOn('notification'))) return false
    return 'conversationId' in notice
      ? hasUnread(deps.db, notice.conversationId, userId)
      : (await eventNoticeHolds(deps.db, notice, userId)) &&
          (await entryNoticeHolds(deps.db, notice, userId)) &&
          threadNoticeHolds(deps.db, notice)
  }
  const pushes = sending(deps, stillTrue)
  return {
    /** Who does the work of each topic. */
    handlers: {
      [WEBHOOK_EVENT]: watch.handleEvent,
      [REFUND]: refunds.handle,
      [FEE_BACK]: disputes.refundFee,
      [EVENT_CANCEL]: cancelling.handle,
      [TICKET_CANCEL]: ticketsOff.handle,
      [EVENT_MOVED]: movedTelling(deps),
      [ARCHIVE_DELETE]: streams.deleteArchive,
      [ROOM_CLOSE]: closing.handle,
      [RECONCILE]: books.handle,
      [SUSPENSION]: following.handle,
      [FEE_CHANGE]: feeChanges(deps, fees).handle,
      [MEMBERSHIP_FEE]: fees.handle,
      [SELLER_STOPPED]: accounts.tellMembers,
      [PERSON_TOLD]: noticeHandler(deps),
      [ROOM_NEWS]: roomNewsHandler(deps),
      [ANNOUNCE]: announcing(deps).handle,
      [REMIND]: reminders.handle,
      [REMIND_ENTRY]: entries.handle,
      ...pushes.handlers,
    },
    /** How what is special about a topic is worked off. */
    lanes: { ...pushes.lanes, [RECONCILE]: { hasTime: true } },
    async remind() {
      await reminders.sweep()
      await entries.sweep()
    },
    async sweep() {
      await watch.sweep()
      await memberships.dunning.sweep()
      await tellLate(deps)
    },
    async seeToSellers() {
      await accounts.sweep()
      await payouts.run()
    },
    seeToFees: fees.sweep,
    reconcileDaily: books.daily,
    catchUp: createCatchUp(deps),
  }
}
