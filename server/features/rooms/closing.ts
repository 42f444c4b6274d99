import * as z from 'zod'
import { EVENT_ON_AIR } from '#contract/events/messages.ts'
import { ROOM_CLOSE_STARTED, ROOM_SUSPENDED } from '#contract/rooms/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/pages.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './closing-queries.ts'
import { findAccount } from './member-queries.ts'
import type { MembershipSync } from './membership-sync.ts'
import { getVisibleRoom } from './service.ts'

/** Outbox topic of closed rooms. */
export const ROOM_CLOSE = 'room-close'
const CloseWork = z.object({ id: z.string(), room: z.string(), by: z.string() })
const BATCH_SIZE = 50

/** Hooks of other features for the closing of a room. */
export interface OnClose {
  /** Whether a live event prevents closing. */
  isOnAir?: (roomId: string) => Promise<boolean>
  cancelComing: (roomId: string, by: string) => Promise<void>
}
type CloseDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments'>

/** Closes a room: no new members, coming events cancelled, renewals ended. */
export function roomClosing(
  deps: CloseDeps,
  { sync }: Pick<MembershipSync, 'sync'>,
  onClose: OnClose[],
) {
  const { db, clock, newId, payments } = deps
  const now = () => clock.now().toISOString()

  /** Ends the renewal; the paid period stays. The member is informed once. */
  async function endRenewal(member: query.Renewing, account: string | null) {
    let { current_period_end } = member
    if (member.subscription_ref && account) {
      const ref = member.subscription_ref
      const ended = await payments.endSubscription({ account, ref, atPeriodEnd: true })
      current_period_end = ended.periodEnd ?? current_period_end
      await sync(account, ref)
    }
    const email = { letter: 'roomClosed', title: member.title } as const
    const paidUntil = member.subscription_ref ? current_period_end : null
    await transact(db, (tx) =>
      enqueueEmail(deps, tx, `${member.id}:${member.joined_at}`, {
        ...email,
        paidUntil,
        to: member.email,
      }),
    )
  }

  return {
    async close(viewer: Viewer, name: string) {
      const room = await getVisibleRoom(db, viewer, name)
      if (!room.who.isOwner) throw notFound()
      if (room.who.state === 9) throw new ApiError(409, ROOM_SUSPENDED)
      for (const { isOnAir } of onClose)
        if (await isOnAir?.(room.id)) throw new ApiError(409, EVENT_ON_AIR)
      await transact(db, async (tx) => {
        if (!(await query.closeRoom(tx, room.id, now()))) return
        const id = newId()
        await query.insertClosing(tx, { id, room_id: room.id, started_at: now() })
        const payload = { id, room: room.id, by: viewer.id }
        const key = `${ROOM_CLOSE}:${id}`
        await enqueue(tx, { id, topic: ROOM_CLOSE, key, payload, now: now() })
      })
      return { message: ROOM_CLOSE_STARTED }
    },

    async handle(payload: unknown) {
      const { id, room, by } = CloseWork.parse(payload)
      for (const { cancelComing } of onClose) await cancelComing(room, by)
      const account = await findAccount(db, room)
      const list = (after: string) => query.listRenewing(db, room, after, BATCH_SIZE)
      for await (const members of pagesOf(BATCH_SIZE, list, ({ id }) => id))
        for (const member of members) await endRenewal(member, account)
      await query.finishClosing(db, id, now())
    },
  }
}
export type RoomClosing = ReturnType<typeof roomClosing>
