// Announcements to all members: stored at once, delivered to inboxes in batches of a hundred.

import * as z from 'zod'
import { ANNOUNCEMENTS_OF_ROOM } from '#contract/inbox/limits.ts'
import { ANNOUNCED, TOO_MANY_ANNOUNCEMENTS } from '#contract/inbox/messages.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { windowOf } from '#server/db/clocks.ts'
import { lockSequence } from '#server/db/counter.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { notifyPeople } from '#server/features/push/notifier.ts'
import { mayPost } from '#server/features/rooms/policy.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { forbidden, tooMany } from '#server/http/api-error.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './announcing-queries.ts'
import { messageLineOf } from './present.ts'
import { addUnread } from './send-message-queries.ts'

/** Outbox topic of a room's announcements. */
export const ANNOUNCE = 'announce'
const AnnounceWork = z.object({ id: z.string() })
const BATCH_SIZE = 100

interface Announcement {
  title: string
  text: string
  client_id?: string | undefined
}

async function assertPace(deps: Deps, tx: Tx, roomId: string, now: Date) {
  if (!deps.config.rateLimits) return
  const { max, perMs } = ANNOUNCEMENTS_OF_ROOM
  const latest = await query.announcedLately(tx, roomId, windowOf(now, perMs), max)
  const left = waitMs(ANNOUNCEMENTS_OF_ROOM, latest, now.getTime())
  if (left > 0) throw tooMany(left / 1_000, TOO_MANY_ANNOUNCEMENTS)
}

export async function announce(
  deps: Deps,
  viewer: Viewer,
  name: string,
  { client_id = deps.newId(), ...input }: Announcement,
) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  if (!room.who.isOwner || !mayPost(room.who)) throw forbidden()
  await deps.words.assertAllowed({ title: input.title, text: input.text })
  await transact(deps.db, async (tx) => {
    await lockSequence(tx, `announce:${room.id}`) // serialized, for the limit and the check for duplicates
    if (await query.findAnnounced(tx, viewer.id, client_id)) return
    const now = deps.clock.now()
    await assertPace(deps, tx, room.id, now)
    const created_at = now.toISOString()
    const who = { id: deps.newId(), room_id: room.id, author_id: viewer.id }
    const announcement = { ...who, ...input, created_at, client_id }
    const newAnnouncement = {
      announcement,
      messageId: deps.newId(),
      last_text: messageLineOf(input.text),
    }
    await query.insertAnnouncement(tx, newAnnouncement)
    const work = { topic: ANNOUNCE, key: `${ANNOUNCE}:${who.id}`, payload: { id: who.id } }
    await enqueue(deps, tx, work)
  })
  return { message: ANNOUNCED }
}

/** Idempotent: members who have it already are skipped. */
export async function handle(deps: Deps, payload: unknown) {
  const announcement = await query.findAnnouncement(deps.db, AnnounceWork.parse(payload).id)
  if (!announcement) return
  const { id, title, room_title: roomTitle } = announcement
  const notification = { notice: 'announcement', conversationId: id, roomTitle, title } as const
  const until = new Date(Date.parse(announcement.created_at) + DAY_MS).toISOString()
  const list = (after: string) => query.listListeners(deps.db, announcement, after, BATCH_SIZE)
  for await (const people of pagesOf(BATCH_SIZE, list, (id) => id))
    await transact(deps.db, async (tx) => {
      const fresh = await query.putIntoInboxes(tx, id, people)
      await addUnread(tx, fresh)
      await notifyPeople(deps, tx, fresh, { about: id, notice: notification, until })
    })
}
