import { NOT_A_MEMBER } from '#contract/rooms/messages.ts'
import { everyRow, type SortedPaging, sortedPage } from '#server/db/keyset.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { allOf } from '#server/db/search.ts'
import { taggedWith } from '#server/db/tags.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { findPublicHolders } from '#server/features/orders/public-holder-queries.ts'
import { idOf, presentMember } from '#server/features/profile/member.ts'
import { type Cell, csvOf, momentCell } from '#server/http/answers/csv.ts'
import { page } from '#server/http/answers/reply.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { countNewThreads, listComing } from './latest-queries.ts'
import { markVisited, setMuted } from './member-queries.ts'
import { locksAt } from './past-due-rules.ts'
import { mayModerate, maySee, roleOf } from './policy.ts'
import { presentRoom } from './present.ts'
import * as query from './queries.ts'

interface RoomSearch extends PageWindow {
  search?: string | undefined
  sort: 'new' | 'popular'
  official?: 0 | 1 | undefined
  genre?: string | undefined
  tag?: string | undefined
}
interface MemberSearch extends SortedPaging<query.MemberColumn> {
  status?: 'active' | 'past_due' | 'incomplete' | 'left' | undefined
  search?: string | undefined
}

const NEWEST = '-joined'
const EVERYBODY = { status: undefined, matching: undefined }
/** Labels in the CSV. */
const STATUS = {
  active: '参加中',
  past_due: 'お支払い待ち',
  incomplete: 'お支払いの遅れで停止中',
  left: '退会済み',
}

/** The room with this name and the viewer's role; 404 if it is not visible to them. */
export async function getVisibleRoom(db: Db, viewer: Viewer | null, name: string) {
  const owner = await findUserByName(db, name)
  const room = owner && (await query.findRoomOf(db, idOf(viewer), owner.id))
  if (!room || !maySee(roleOf(room, idOf(viewer)))) throw notFound()
  return { ...room, who: roleOf(room, idOf(viewer)) }
}

async function menusOf(deps: Deps, rooms: { id: string }[]) {
  if (rooms.length === 0) return []
  return query.listMenus(
    deps.read,
    rooms.map(({ id }) => id),
  )
}

const matching = async (deps: Deps, kind: 'room' | 'user', search: string | undefined) =>
  search ? deps.engine.search.condition(deps.read, kind, search) : undefined

export async function list(
  deps: Deps,
  viewer: Viewer | null,
  { search, sort, official, genre, tag, ...paging }: RoomSearch,
) {
  const viewerId = idOf(viewer)
  const conditions = [
    await matching(deps, 'room', search),
    tag ? await taggedWith(deps.read, 'room', tag) : undefined,
  ]
  const filter = { viewerId, sort, official, genre, matching: allOf(conditions) }
  const rooms = await page(paging, (window) => query.listRooms(deps.read, filter, window))
  const menus = await menusOf(deps, rooms.items)
  return { ...rooms, items: rooms.items.map((room) => presentRoom(room, menus, viewerId)) }
}

export async function listSubscribed(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const rooms = await page(paging, (window) => query.listSubscribed(deps.read, viewer.id, window))
  const [menus, latest] = await Promise.all([
    menusOf(deps, rooms.items),
    latestOf(
      deps,
      viewer,
      rooms.items.map(({ id }) => id),
    ),
  ])
  const items = rooms.items.map((room) => ({
    ...presentRoom(room, menus, viewer.id),
    ...latest(room.id),
    subscription: {
      id: room.membership_id,
      status: room.membership_status,
      amount: room.membership_amount,
      current_period_end: room.current_period_end,
      cancel_at_period_end: room.cancel_at_period_end === 1,
      locks_at: room.past_due_at && locksAt(room.past_due_at),
    },
    unread: (room.last_posted_at ?? '') > room.last_seen_at,
    on_air: Boolean(room.on_air),
  }))
  return { ...rooms, items }
}

/** What is new in rooms since the member's last visit, and their next events. */
async function latestOf(deps: Deps, viewer: Viewer, roomIds: string[]) {
  if (roomIds.length === 0) return () => ({ new_threads: 0, next_event: null })
  const [counts, coming] = await Promise.all([
    countNewThreads(deps.read, viewer.id, roomIds),
    listComing(deps.read, roomIds, isoNow(deps)),
  ])
  const threads = new Map(counts.map((row) => [row.room_id, Number(row.threads)]))
  return (roomId: string) => {
    const next = coming.find((event) => event.room_id === roomId)
    return {
      new_threads: threads.get(roomId) ?? 0,
      next_event: next ? { id: next.id, title: next.title, start: next.start } : null,
    }
  }
}

export async function getRoom(deps: Deps, viewer: Viewer | null, name: string) {
  const room = await getVisibleRoom(deps.read, viewer, name)
  return presentRoom(room, await menusOf(deps, [room]), idOf(viewer))
}

export async function listPublicMembers(deps: Deps, viewer: Viewer | null, name: string) {
  const room = await getVisibleRoom(deps.read, viewer, name)
  const { count, people } = await findPublicHolders(deps.read, 'room', room.id)
  return { count, people: people.map(presentMember) }
}

export async function visit(deps: Deps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  await markVisited(deps.db, room.id, viewer.id, isoNow(deps))
}

export async function mute(deps: Deps, viewer: Viewer, name: string, muted: boolean) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  if (!(await setMuted(deps.db, room.id, viewer.id, muted ? isoNow(deps) : null)))
    throw forbidden(NOT_A_MEMBER)
  return { muted }
}

export async function listMembers(
  deps: Deps,
  viewer: Viewer,
  name: string,
  { status, search, ...paging }: MemberSearch,
) {
  const room = await getVisibleRoom(deps.read, viewer, name)
  if (!mayModerate(room.who)) throw forbidden()
  const filter = { status, matching: await matching(deps, 'user', search) }
  const members = await sortedPage(NEWEST, paging, (window) =>
    query.listMembers(deps.read, room.id, filter, window),
  )
  const items = members.items.map(({ status, joined_at, left_at, ...member }) => ({
    ...presentMember(member),
    status,
    joined_at,
    left_at,
  }))
  return { ...members, items }
}

export async function tableOfMembers(deps: Deps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.read, viewer, name)
  if (!mayModerate(room.who)) throw forbidden()
  const rows: Cell[][] = [['ユーザー名', '表示名', '状態', '参加した日時', '退会した日時']]
  const members = everyRow(NEWEST, (window) =>
    query.listMembers(deps.read, room.id, EVERYBODY, window),
  )
  for await (const { name, display_name, status, joined_at, left_at } of members)
    rows.push([name, display_name, STATUS[status], momentCell(joined_at), momentCell(left_at)])
  return { bytes: csvOf(rows), type: 'text/csv; charset=utf-8', name: `${room.title}.csv` }
}

export async function listStaff(deps: Deps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.read, viewer, name)
  if (!mayModerate(room.who)) throw forbidden()
  const staff = await query.listStaff(deps.read, room.id)
  return staff.map(({ role, ...member }) => ({ ...presentMember(member), role }))
}
