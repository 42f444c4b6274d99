import type { Database } from 'better-sqlite3'

/** The demo user and room of the queries. */
export const MEMBER = { email: 'fan@example.com', name: 'haru' }
export const ROOM = 'aoi'
const LIST = 21
const TALK = 15

const MEMBER_COLUMNS = 'user.name, user.display_name, user.icon_small_path, user.official_flg'

const ROOMS = `
select room.*, ${MEMBER_COLUMNS}, membership.status
from room join user on user.id = room.owner_id
left join membership on membership.room_id = room.id and membership.user_id = +@viewer
where room.state = 1 order by room.created_at desc, room.id desc limit ${LIST}`
const ONE_ROOM = `
select room.*, ${MEMBER_COLUMNS}, membership.status
from room join user on user.id = room.owner_id
left join membership on membership.room_id = room.id and membership.user_id = +@viewer
where user.name = +@room`
const MENUS = `
select id, room_id, title, url from room_menu
where room_id in (select value from json_each(+?)) order by position`
const EVENT_COLUMNS = `
select event.*, room.owner_id, room.title as room_title, room.icon_image_path, owner.name,
  entitlement.id as entitlement_id, membership.status as membership_status
from event join room on room.id = event.room_id join user as owner on owner.id = room.owner_id
left join entitlement on entitlement.subject_id = event.id and entitlement.kind = 'event'
  and entitlement.user_id = +@viewer and entitlement.status = 'valid'
left join membership on membership.room_id = room.id and membership.user_id = +@viewer`
const EVENT = `${EVENT_COLUMNS} where event.id = +@event`
const COMING = `${EVENT_COLUMNS}
where event.status = 'published' and event.publishment_flg in (0, 1, 2)
order by event.start_at, event.id limit ${LIST}`
const JOINED = `${EVENT_COLUMNS}
where event.id in (
  select subject_id from entitlement where user_id = +@viewer and kind = 'event' and status = 'valid'
) order by event.start_at, event.id limit ${LIST}`
const ME = `
select user.*, notification_setting.*, room.id as room_id, saved_card.brand, saved_card.last4
from user left join room on room.owner_id = user.id
left join saved_card on saved_card.user_id = user.id and saved_card.main = 1
left join notification_setting on notification_setting.user_id = user.id
where user.id = +@viewer`
const LINKS = `select id, title, url from profile_link where user_id = +@viewer order by position`
const THREADS = `
select thread.*, ${MEMBER_COLUMNS}, reaction.user_id as reacted
from thread join user on user.id = thread.author_id
left join reaction on reaction.thread_id = thread.id and reaction.user_id = +@viewer
where thread.room_id = (select room.id from room join user on user.id = room.owner_id where user.name = +@room)
order by thread.pinned desc, thread.created_at desc, thread.id desc limit ${LIST}`
const MEDIA = `
select * from thread_media where thread_id in (select value from json_each(+?)) order by position`
const TALKED = `
select talk.seq, talk.message, talk.created_at, talk.user_id, ${MEMBER_COLUMNS}
from talk join user on user.id = talk.user_id
where talk.event_id = +@event and talk.deleted = 0 and`

const idsOf = (rows: unknown[]) => JSON.stringify((rows as { id: string }[]).map(({ id }) => id))

/**
 * Prepared statements for the same rows as the product's responses, one per query or two for nested lists. `+@`, as
 * SQLite would otherwise plan them anew at each execution, and the baseline would share that fault.
 */
export function statements(database: Database, event: string) {
  const viewer = (
    database.prepare('select id from user where name = ?').get(MEMBER.name) as { id: string }
  ).id
  const rooms = database.prepare(ROOMS)
  const menus = database.prepare(MENUS)
  const room = database.prepare(ONE_ROOM)
  const one = database.prepare(EVENT)
  const coming = database.prepare(COMING)
  const joined = database.prepare(JOINED)
  const me = database.prepare(ME)
  const links = database.prepare(LINKS)
  const threads = database.prepare(THREADS)
  const media = database.prepare(MEDIA)
  const newest = database.prepare(
    `${TALKED} talk.deletes is null order by talk.seq desc limit ${TALK}`,
  )
  const later = database.prepare(
    `${TALKED} talk.seq > (select max(seq) from talk where event_id = +@event) order by talk.seq`,
  )
  const withParts = (rows: unknown[], parts: typeof menus) => [rows, parts.all(idsOf(rows))]
  return {
    rooms: (viewer: string) => withParts(rooms.all({ viewer }), menus),
    room: (viewer: string) => withParts([room.get({ viewer, room: ROOM })], menus),
    event: (viewer: string) => one.get({ viewer, event }),
    events: (viewer: string) => coming.all({ viewer }),
    joined: (viewer: string) => joined.all({ viewer }),
    me: (viewer: string) => [me.get({ viewer }), links.all({ viewer })],
    threads: (viewer: string) => withParts(threads.all({ viewer, room: ROOM }), media),
    talk: (viewer: string) => [one.get({ viewer, event }), newest.all({ event })],
    news: (viewer: string) => [one.get({ viewer, event }), later.all({ event })],
    viewer,
  }
}
export type Subject = Exclude<keyof ReturnType<typeof statements>, 'viewer'>
