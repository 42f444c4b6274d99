import { EVENT_ON_AIR, ROOM_CLOSE_STARTED, ROOM_SUSPENDED } from '#contract/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './closing-queries.ts'
import { findAccount } from './member-queries.ts'
import type { MembershipSync } from './membership-sync.ts'
import { seeRoom } from './service.ts'

/** The outbox topic of rooms that close. */
export const ROOM_CLOSE = 'room-close'
const BATCH_SIZE = 50

/** What else of a room ends with it; whoever keeps it registers that here. */
export interface OnClose {
  /** Whether the room has to stay open for now. */
  isOnAir?: (roomId: string) => Promise<boolean>
  cancelComing: (roomId: string, by: string) => Promise<void>
}
type CloseDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments'>

/** Closing a room: nobody joins, what is to come is called off, and no membership is charged again. */
export function roomClosing(
  deps: CloseDeps,
  { sync }: Pick<MembershipSync, 'sync'>,
  onClose: OnClose[],
) {
  const { db, clock, newId, payments } = deps
  const now = () => clock.now().toISOString()

  /** What is paid stays to its end; the member hears of it once. */
  async function endRenewal(member: query.Renewing, account: string | null) {
    let { current_period_end } = member
    if (member.subscription_ref && account) {
      const ref = member.subscription_ref
      const ended = await payments.endSubscription({ account, ref, atPeriodEnd: true })
      current_period_end = ended.periodEnd ?? current_period_end
      await sync(account, ref)
    }
    const letter = { letter: 'roomClosed', title: member.title } as const
    const paidUntil = member.subscription_ref ? current_period_end : null
    await transact(db, (tx) =>
      enqueueEmail(deps, tx, `${member.id}:${member.joined_at}`, {
        ...letter,
        paidUntil,
        to: member.email,
      }),
    )
  }

  return {
    async close(viewer: Viewer, name: string) {
      const room = await seeRoom(db, viewer, name)
      if (!room.who.isOwner) throw notFound()
      if (room.who.state === 9) throw new Refusal(409, ROOM_SUSPENDED)
      for (const { isOnAir } of onClose)
        if (await isOnAir?.(room.id)) throw new Refusal(409, EVENT_ON_AIR)
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
      const { id, room, by } = payload as { id: string; room: string; by: string }
      for (const { cancelComing } of onClose) await cancelComing(room, by)
      const account = await findAccount(db, room)
      for (let after = ''; ; ) {
        const members = await query.listRenewing(db, room, after, BATCH_SIZE)
        for (const member of members) await endRenewal(member, account)
        if (members.length < BATCH_SIZE) break
        after = members.at(-1)!.id
      }
      await query.finishClosing(db, id, now())
    },
  }
}
export type RoomClosing = ReturnType<typeof roomClosing>
