import type { TalkSetting } from '#contract/live/calls.ts'
import { TALK_CATCH_UP } from '#contract/live/limits.ts'
import { TALK_BAN_STAFF } from '#contract/live/messages.ts'
import { lockSequence } from '#server/db/counter.ts'
import { textsOf } from '#server/db/json.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { mayModerateEvent } from '#server/features/events/policy.ts'
import { seatOf } from '#server/features/events/present.ts'
import { findEvent } from '#server/features/events/queries.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { TalkAccess } from './access.ts'
import { presentTalk } from './line.ts'
import * as query from './queries.ts'

interface TalkPage {
  offset: number
  point?: number | undefined
  after?: number | undefined
}

export function talkService({ db, read, clock, bus }: Deps, { watch, moderate }: TalkAccess) {
  const now = () => clock.now().toISOString()

  async function guestNamed(eventId: string, name: string) {
    const user = await findUserByName(read, name)
    const event = user && (await findEvent(read, user.id, eventId))
    if (!event) throw notFound()
    if (mayModerateEvent(seatOf(event, user.id, now()))) throw forbidden(TALK_BAN_STAFF)
    return user
  }

  return {
    /** Oldest first, from the database: for pages that are not in memory. */
    async list(viewer: Viewer, id: string, { offset, point, after }: TalkPage) {
      const { event } = await watch(viewer, id)
      const rows =
        after === undefined
          ? (await query.talkBefore(read, id, point, offset)).reverse()
          : await query.talkAfter(read, id, after, TALK_CATCH_UP)
      return rows.map((row) => presentTalk(row, event.owner_id, viewer.id))
    },

    async ban(viewer: Viewer, id: string, name: string) {
      await moderate(viewer, id)
      const guest = await guestNamed(id, name)
      const ban = { event_id: id, user_id: guest.id, banned_by: viewer.id, created_at: now() }
      await transact(db, async (tx) => {
        await lockSequence(tx, query.sequenceOf(id)) // a concurrent message commits before the ban, or not at all
        await query.insertBan(tx, ban)
      })
      await bus.publish(RIGHTS_CHANGED, guest.id)
    },

    async unban(viewer: Viewer, id: string, name: string) {
      await moderate(viewer, id)
      const guest = await guestNamed(id, name)
      await query.deleteBan(db, id, guest.id)
      await bus.publish(RIGHTS_CHANGED, guest.id)
    },

    async listBanned(viewer: Viewer, id: string) {
      await moderate(viewer, id)
      return (await query.listBanned(read, id)).map(presentMember)
    },

    async getSetting(viewer: Viewer, id: string): Promise<TalkSetting> {
      const { event } = await moderate(viewer, id)
      return { slow_seconds: event.slow_seconds, ng_words: textsOf(event.ng_words) }
    },

    async putSetting(viewer: Viewer, id: string, { slow_seconds, ng_words }: TalkSetting) {
      await moderate(viewer, id)
      const setting = { slow_seconds, ng_words: [...new Set(ng_words)] }
      const stored = { slow_seconds, ng_words: JSON.stringify(setting.ng_words), updated_at: now() }
      await query.setTalk(db, id, stored)
      await bus.publish(EVENT_CHANGED, id)
      return setting
    },
  }
}
