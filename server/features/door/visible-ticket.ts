import type { Db } from '#server/db/schema.ts'
import type { RoomRole } from '#server/features/rooms/policy.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import type { GateDevice, Viewer } from '#server/process/deps.ts'
import { maySeeDoors } from './policy.ts'
import * as query from './queries.ts'

export interface Named {
  roomid: string
  id: string
}
/** Caller at a door: a logged-in person or a gate's phone. */
export interface DoorCaller {
  viewer: Viewer | null
  gate: GateDevice | null
}

/** The ticket, if the viewer may work at its doors. */
export async function getVisibleTicket(
  db: Db,
  viewer: Viewer,
  { roomid, id }: Named,
  may: (who: RoomRole) => boolean = maySeeDoors,
) {
  const room = await getVisibleRoom(db, viewer, roomid)
  if (!may(room.who)) throw forbidden()
  const ticket = await query.findTicket(db, id)
  if (ticket?.room_id !== room.id) throw notFound()
  return ticket
}

/** Like `getVisibleTicket`, also for a gate's phone, which may access its own ticket and, with `gid`, its own gate only. */
export async function getVisibleTicketFor(
  db: Db,
  { viewer, gate }: DoorCaller,
  params: Named & { gid?: string },
) {
  if (viewer) return getVisibleTicket(db, viewer, params)
  const isIts = gate?.ticketId === params.id
  if (!isIts || (params.gid !== undefined && params.gid !== gate.gateId)) throw forbidden()
  // Also matches the owner's former handle, which the phone may still use.
  const room = await getVisibleRoom(db, null, params.roomid)
  const ticket = await query.findTicket(db, params.id)
  if (ticket?.room_id !== room.id) throw forbidden()
  return ticket
}
