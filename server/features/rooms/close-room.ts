import * as z from 'zod'
import { EVENT_ON_AIR } from '#contract/events/messages.ts'
import { ROOM_CLOSE_STARTED, ROOM_SUSPENDED } from '#contract/rooms/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { forEachRow, pagesOf } from '#server/db/page-window.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as query from './closing-queries.ts'
import type { RoomDeps } from './deps.ts'
import { findAccount } from './member-queries.ts'
import { syncMembership } from './membership-sync.ts'
import { getVisibleRoom } from './service.ts'

/** Outbox topic of closed rooms. */
export const ROOM_CLOSE = 'room-close'
const CloseWork = z.object({ id: z.string(), room: z.string(), by: z.string() })
const BATCH_SIZE = 50

/** What another feature does when a room closes. */
export interface OnClose {
  /** Whether a live event prevents closing. */
  isOnAir?: (deps: SaleDeps, roomId: string) => Promise<boolean>
  cancelComing: (deps: SaleDeps, roomId: string, by: string) => Promise<void>
}

/** Ends the renewal; the paid period stays. The member is informed once. */
async function endRenewal(deps: SaleDeps, member: query.Renewing, account: string | null) {
  let { current_period_end } = member
  if (member.subscription_ref && account) {
    const ref = member.subscription_ref
    const ended = await deps.payments.endSubscription({ account, ref, atPeriodEnd: true })
    current_period_end = ended.periodEnd ?? current_period_end
    await syncMembership(deps, account, ref)
  }
  const email = { letter: 'roomClosed', roomId: member.room_id, title: member.title } as const
  const paidUntil = member.subscription_ref ? current_period_end : null
  await transact(deps.db, (tx) =>
    enqueueEmail(deps, tx, `${member.id}:${member.joined_at}`, {
      ...email,
      paidUntil,
      to: member.email,
    }),
  )
}

/** Closes a room: no new members, coming events cancelled, renewals ended. */
export async function closeRoom(deps: RoomDeps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  if (!room.who.isOwner) throw notFound()
  if (room.who.state === 9) throw new ApiError(409, ROOM_SUSPENDED)
  for (const { isOnAir } of deps.onClose)
    if (await isOnAir?.(deps, room.id)) throw new ApiError(409, EVENT_ON_AIR)
  await transact(deps.db, async (tx) => {
    if (!(await query.closeRoom(tx, room.id, isoNow(deps)))) return
    const id = deps.newId()
    await query.insertClosing(tx, { id, room_id: room.id, started_at: isoNow(deps) })
    const payload = { id, room: room.id, by: viewer.id }
    const key = `${ROOM_CLOSE}:${id}`
    await enqueue(deps, tx, { id, topic: ROOM_CLOSE, key, payload })
  })
  return { message: ROOM_CLOSE_STARTED }
}

/** The outbox job of a closed room. */
export async function endRoom(deps: RoomDeps, payload: unknown) {
  const { id, room, by } = CloseWork.parse(payload)
  for (const { cancelComing } of deps.onClose) await cancelComing(deps, room, by)
  await sales.releaseOpen(deps, 'room', room)
  const account = await findAccount(deps.db, room)
  const list = (after: string) => query.listRenewing(deps.db, room, after, BATCH_SIZE)
  await forEachRow(
    pagesOf(BATCH_SIZE, list, ({ id }) => id),
    (member) => endRenewal(deps, member, account),
  )
  await query.finishClosing(deps.db, id, isoNow(deps))
}
