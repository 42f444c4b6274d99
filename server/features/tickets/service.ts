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

export async function list(deps: Deps, viewer: Viewer | null, roomid: string, paging: PageWindow) {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const viewerId = idOf(viewer)
  const filter = { viewerId, roomId: room.id, all: mayWorkDoor(room.who), now: isoNow(deps) }
  const list = await page(paging, (window) => query.listTickets(deps.read, filter, window))
  const typesFor = await typesOf(deps.read, viewerId, list.items, filter.now)
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
