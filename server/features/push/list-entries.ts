import { dayOf } from '#contract/lib/days.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './list-queries.ts'
import type { AnyNotification, Notification } from './notifications.ts'

type Listed = Exclude<AnyNotification, { notice: 'test' }>

/** What happened, and what makes it unique among those of its kind to a person. */
export interface ListEntry {
  about: string
  notice: AnyNotification
}

/**
 * Puts what happened into the lists of these people, in the transaction of its cause. Idempotent. For at most a few
 * hundred people at once. Called by whatever sends a push notification, so that no kind is missing in the list.
 */
export async function addToLists(
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  people: readonly Id[],
  { about, notice }: ListEntry,
) {
  if (people.length === 0 || notice.notice === 'test') return
  const active = await query.listActive(tx, people)
  if (active.length === 0) return
  const line = lineOf(notice, about, clock.now())
  await query.putIntoLists(
    tx,
    active.map(({ id }) => ({ ...line, id: newId(), user_id: id })),
  )
}

/** A new line of anybody's list. */
export const lineOf = (notice: Listed, about: string, at: Date) => ({
  kind: notice.notice,
  key: keyOf(notice, about, dayOf(at)),
  matter: matterOf(notice.notice, about),
  subject_id: subjectOf(notice, about),
  times: 1,
  created_at: at.toISOString(),
  read_at: null,
})

/** Names what happened, among all that happens to a person. */
export const matterOf = (kind: AnyNotification['notice'], about: string) => `${kind}:${about}`

/** Key of the line of a conversation: one for all of its messages. */
export const conversationKey = (conversationId: Id) => `conversation:${conversationId}`

/** The same key is one line: the threads of a room on one day, the reminders of one event. */
function keyOf(notice: Listed, about: string, day: string) {
  switch (notice.notice) {
    case 'newThread':
      return `newThread:${notice.roomId ?? notice.threadId}:${day}`
    case 'comment':
    case 'reply':
      return `${notice.notice}:${notice.of}:${day}`
    case 'eventChanged':
      return `eventChanged:${notice.subjectId}`
    case 'entryChanged':
      return `entryChanged:${notice.issuedId}`
    case 'eventTomorrow':
    case 'eventSoon':
    case 'eventOnAir':
      return `reminder:${notice.eventId}`
    case 'entryTomorrow':
    case 'entrySoon':
      return `reminder:${notice.issuedId}`
    case 'seatOffered':
    case 'seatOfferEnding':
    case 'seatRecalled':
    case 'waitEnded':
    case 'lotteryResult':
    case 'lotteryEnded':
      return `wait:${notice.product.id}`
    case 'voucherIssued':
      return `voucher:${notice.subjectId}`
    case 'voucherEnding':
    case 'voucherEnded':
      return `voucher:${notice.orderId}`
    case 'announcement':
    case 'message':
      return conversationKey(notice.conversationId)
    default:
      return `${notice.notice}:${about}`
  }
}

const subjectOf = (notice: Listed, about: string): Id =>
  'subjectId' in notice ? notice.subjectId : subjectOfPush(notice, about)

function subjectOfPush(notice: Exclude<Notification, { notice: 'test' }>, about: string): Id {
  if ('eventId' in notice) return notice.eventId
  if ('threadId' in notice) return notice.threadId
  if ('conversationId' in notice) return notice.conversationId
  if ('issuedId' in notice) return notice.issuedId
  if ('product' in notice) return notice.product.id
  if ('orderId' in notice) return notice.orderId
  return notice.membershipId ?? about
}
