// Talk from the database, and what hosts decide about it: bans and settings.

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
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { presentTalk } from './line.ts'
import * as query from './queries.ts'
import { moderate, watch } from './talk-rights.ts'

interface TalkPage {
  offset: number
  point?: number | undefined
  after?: number | undefined
}

async function guestNamed(deps: Deps, eventId: string, name: string) {
  const user = await findUserByName(deps.read, name)
  const event = user && (await findEvent(deps.read, user.id, eventId))
  if (!event) throw notFound()
  if (mayModerateEvent(seatOf(event, user.id, isoNow(deps)))) throw forbidden(TALK_BAN_STAFF)
  return user
}

/** Oldest first, from the database: for pages that are not in memory. */
export async function list(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { offset, point, after }: TalkPage,
) {
  const { event } = await watch(deps, viewer, id)
  const rows =
    after === undefined
      ? (await query.talkBefore(deps.read, id, point, offset)).reverse()
      : await query.talkAfter(deps.read, id, after, TALK_CATCH_UP)
  return rows.map((row) => presentTalk(row, event.owner_id, viewer.id))
}

export async function ban(deps: Deps, viewer: Viewer, id: string, name: string) {
  await moderate(deps, viewer, id)
  const guest = await guestNamed(deps, id, name)
  const created_at = isoNow(deps)
  const ban = { event_id: id, user_id: guest.id, banned_by: viewer.id, created_at }
  await transact(deps.db, async (tx) => {
    await lockSequence(tx, query.sequenceOf(id)) // a concurrent message commits before the ban, or not at all
    await query.insertBan(tx, ban)
  })
  await deps.bus.publish(RIGHTS_CHANGED, guest.id)
}

export async function unban(deps: Deps, viewer: Viewer, id: string, name: string) {
  await moderate(deps, viewer, id)
  const guest = await guestNamed(deps, id, name)
  await query.deleteBan(deps.db, id, guest.id)
  await deps.bus.publish(RIGHTS_CHANGED, guest.id)
}

export async function listBanned(deps: Deps, viewer: Viewer, id: string) {
  await moderate(deps, viewer, id)
  return (await query.listBanned(deps.read, id)).map(presentMember)
}

export async function getSetting(deps: Deps, viewer: Viewer, id: string): Promise<TalkSetting> {
  const { event } = await moderate(deps, viewer, id)
  return { slow_seconds: event.slow_seconds, ng_words: textsOf(event.ng_words) }
}

export async function putSetting(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { slow_seconds, ng_words }: TalkSetting,
) {
  await moderate(deps, viewer, id)
  const setting = { slow_seconds, ng_words: [...new Set(ng_words)] }
  const updated_at = isoNow(deps)
  const stored = { slow_seconds, ng_words: JSON.stringify(setting.ng_words), updated_at }
  await query.setTalk(deps.db, id, stored)
  await deps.bus.publish(EVENT_CHANGED, id)
  return setting
}
