import { WEEK_MS } from '#contract/lib/durations.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { idOf } from '#server/features/profile/member.ts'
import { mayWorkDoor } from '#server/features/rooms/policy.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { page } from '#server/http/answers/reply.ts'
import { notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { companionsOf } from './companions/present.ts'
import { shownIssued } from './issued-ticket.ts'
import { maySeeTicket } from './policy.ts'
import { presentIssued, presentTicket } from './present.ts'
import * as query from './queries.ts'
import { typesOf } from './types/service.ts'

interface TicketSearch extends PageWindow {
  search?: string | undefined
  genre?: string | undefined
  period?: 'week' | undefined
}

export async function list(deps: Deps, viewer: Viewer | null, roomid: string, paging: PageWindow) {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const all = mayWorkDoor(room.who)
  const filter = { viewerId: idOf(viewer), roomId: room.id, all, now: isoNow(deps) }
  return onSale(deps, viewer, paging, (window) => query.listTickets(deps.read, filter, window))
}

/** Coming events at venues. */
export async function listComing(
  deps: Deps,
  viewer: Viewer | null,
  { search, genre, period, ...paging }: TicketSearch,
) {
  const now = isoNow(deps)
  const filter = {
    ...{ viewerId: idOf(viewer), now, genre },
    until: period && new Date(Date.parse(now) + WEEK_MS).toISOString(),
    matching: search ? await deps.engine.search.condition(deps.read, 'ticket', search) : undefined,
  }
  return onSale(deps, viewer, paging, (window) => query.listComing(deps.read, filter, window))
}

/** A page of tickets with their types. */
async function onSale(
  deps: Deps,
  viewer: Viewer | null,
  paging: PageWindow,
  load: (window: PageWindow) => Promise<query.TicketRow[]>,
) {
  const viewerId = idOf(viewer)
  const list = await page(paging, load)
  const typesFor = await typesOf(deps.read, viewerId, list.items, isoNow(deps))
  const present = (row: query.TicketRow) => ({
    ...presentTicket(row, viewerId),
    types: typesFor(row.id),
    takes_code: Boolean(row.has_codes),
  })
  return { ...list, items: list.items.map(present) }
}

export async function get(
  deps: Deps,
  viewer: Viewer | null,
  { roomid, id }: { roomid: string; id: string },
) {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const ticket = await query.findTicket(deps.read, idOf(viewer), room.id, id)
  if (!ticket || !maySeeTicket(room.who, ticket.status, Boolean(ticket.was_held))) throw notFound()
  const types = await typesOf(deps.read, idOf(viewer), [ticket], isoNow(deps))
  const takes_code = Boolean(ticket.has_codes)
  return { ...presentTicket(ticket, idOf(viewer)), types: types(id), takes_code }
}

export async function listIssued(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const list = await page(paging, (window) =>
    query.listIssued(deps.read, viewer.id, isoNow(deps), window),
  )
  const companions = await companionsOf(deps.read, viewer.id, list.items)
  const present = (row: query.IssuedRow) => presentIssued(row, viewer.id, companions(row))
  return { ...list, items: list.items.map(present) }
}

export const getIssued = (deps: Deps, viewer: Viewer, id: string) =>
  shownIssued(deps.read, viewer, id)
