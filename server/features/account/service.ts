import type { FEEDBACK_CATEGORIES, User } from '#contract/account/calls.ts'
import { keysOf, recordOf } from '#contract/lib/records.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { newNotificationSetting } from '#server/features/auth/new-user.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { idOf, presentMember } from '#server/features/profile/member.ts'
import { countUnreadListed } from '#server/features/push/list-queries.ts'
import { listPastDueRooms } from '#server/features/rooms/dunning-queries.ts'
import { locksAt } from '#server/features/rooms/past-due-rules.ts'
import { maySee, roleOf } from '#server/features/rooms/policy.ts'
import { findRoomOf, type RoomRow } from '#server/features/rooms/queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './queries.ts'

type Setting = User['notification']
type Columns = Omit<Schema['notification_setting'], 'user_id'>

const { user_id: _, ...DEFAULT } = newNotificationSetting('')
const names = keysOf(DEFAULT)

const presentNotification = (row: { [K in keyof Columns]: Columns[K] | null }): Setting =>
  recordOf(names, (name) => (row[name] ?? DEFAULT[name]) === 1)

const notificationRow = (setting: Setting): Columns =>
  recordOf(names, (name) => (setting[name] ? 1 : 0))

interface Feedback {
  category: (typeof FEEDBACK_CATEGORIES)[number]
  text: string
}

const presentOwnRoom = (room: RoomRow | undefined, viewerId: string) =>
  room && maySee(roleOf(room, viewerId))
    ? {
        id: room.name,
        title: room.title,
        amount: room.amount,
        subscribers: room.subscribers,
        icon_image_path: publicUrl(room.icon_image_path),
      }
    : null

export async function getMe(deps: Pick<Deps, 'read'>, viewer: Pick<Viewer, 'id'>): Promise<User> {
  const [me, unread, links, pastDue] = await Promise.all([
    query.findMe(deps.read, viewer.id),
    countUnreadListed(deps.read, viewer.id),
    query.listLinks(deps.read, viewer.id),
    listPastDueRooms(deps.read, viewer.id),
  ])
  if (!me) throw notFound()
  return {
    id: me.id,
    name: me.name,
    display_name: me.display_name,
    email: me.email,
    about: me.about,
    icon_image_path: publicUrl(me.icon_path),
    icon_image_small_path: publicUrl(me.icon_small_path),
    official_flg: me.official_flg,
    has_customer_id: me.customer_ref !== null,
    mainCard: me.brand && me.last4 ? { brand: me.brand, last4: me.last4 } : null,
    my_room: me.room_id ? { id: me.name } : null,
    birthY: me.birth_y,
    birthM: me.birth_m,
    birthD: me.birth_d,
    gender: me.gender,
    links,
    notification: presentNotification(me),
    publishes_attendance: me.publishes_attendance === 1,
    publishes_memberships: me.publishes_memberships === 1,
    unread_messages: me.unread_messages,
    unread_notifications: unread,
    behind: pastDue.map(({ past_due_at, ...room }) => ({
      ...room,
      locks_at: locksAt(past_due_at),
    })),
    role: me.role,
  }
}

export async function getProfile(deps: Deps, viewer: Viewer | null, name: string) {
  const user = await findUserByName(deps.read, name)
  if (user?.status !== 'active') throw notFound()
  const [links, room, followed] = await Promise.all([
    query.listLinks(deps.read, user.id),
    findRoomOf(deps.read, idOf(viewer), user.id),
    query.isFollowed(deps.read, idOf(viewer), user.id),
  ])
  return {
    ...presentMember(user),
    about: user.about,
    icon_image_path: publicUrl(user.icon_path),
    links,
    followers: user.followers,
    following: user.following,
    followed,
    room: presentOwnRoom(room, idOf(viewer)),
  }
}

export async function setNotification(deps: Deps, viewer: Viewer, setting: User['notification']) {
  await query.saveNotification(deps.db, { user_id: viewer.id, ...notificationRow(setting) })
  return setting
}

/** Whether others see the viewer among those who go to an event, or among a room's members. */
export async function setPublic(
  deps: Deps,
  viewer: Viewer,
  kind: 'event' | 'room',
  isPublic: boolean,
) {
  await transact(deps.db, (tx) => query.savePublic(tx, viewer.id, kind, isPublic ? 1 : 0))
  return { public: isPublic }
}

export async function sendFeedback(deps: Deps, viewer: Viewer, feedback: Feedback) {
  const id = deps.newId()
  const created_at = isoNow(deps)
  await query.addFeedback(deps.db, { id, user_id: viewer.id, ...feedback, created_at })
  return { id }
}
