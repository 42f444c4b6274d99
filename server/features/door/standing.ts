import type { Db } from '#server/db/schema.ts'
import type { Standing } from '#server/features/rooms/policy.ts'
import { seeRoom } from '#server/features/rooms/service.ts'
import { forbidden, notFound } from '#server/http/refusal.ts'
import type { Keeper, Viewer } from '#server/process/deps.ts'
import { maySeeDoors } from './policy.ts'
import * as query from './queries.ts'

export interface Named {
  roomid: string
  id: string
}
/** Whoever works at a door: a person who is logged in, or a gate's phone. */
export interface Caller {
  viewer: Viewer | null
  gate: Keeper | null
}

/** The ticket whose doors they are, for people who may. */
export async function seeDoors(
  db: Db,
  viewer: Viewer,
  { roomid, id }: Named,
  may: (who: Standing) => boolean = maySeeDoors,
) {
  const room = await seeRoom(db, viewer, roomid)
  if (!may(room.who)) throw forbidden()
  const ticket = await query.findTicket(db, id)
  if (ticket?.room_id !== room.id) throw notFound()
  return ticket
}

/** The same for a gate's phone, which works at its own ticket alone: and, where `gid` is given, at its own gate. */
export async function seeAsKeeper(
  db: Db,
  { viewer, gate }: Caller,
  named: Named & { gid?: string },
) {
  if (viewer) return seeDoors(db, viewer, named)
  const isIts = gate?.ticketId === named.id
  if (!isIts || (named.gid !== undefined && named.gid !== gate.gateId)) throw forbidden()
  // By the name that its owner had when the phone was invited, too.
  const room = await seeRoom(db, null, named.roomid)
  const ticket = await query.findTicket(db, named.id)
  if (ticket?.room_id !== room.id) throw forbidden()
  return ticket
}
