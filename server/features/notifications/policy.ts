import type { Schema } from '#server/db/schema.ts'
import { mayRead, maySee, type RoomRoleRow, roleOf } from '#server/features/rooms/policy.ts'

type RoleRow = Omit<RoomRoleRow, 'door_id'>

const roleIn = (row: RoleRow, viewerId: string) => roleOf({ ...row, door_id: null }, viewerId)

/** Whether the reader may still read what a room shows its members: not after leaving it, nor while it is suspended. */
export const mayReadInside = (row: RoleRow, viewerId: string) => mayRead(roleIn(row, viewerId))

export const maySeeRoom = (row: RoleRow, viewerId: string) => maySee(roleIn(row, viewerId))

/** As `maySeeEvent` of the events: drafts are the owner's, a cancelled event stays. */
export const maySeeEventOf = (
  row: RoleRow & { status: Schema['event']['status'] },
  viewerId: string,
) => row.owner_id === viewerId || (maySeeRoom(row, viewerId) && row.status !== 'draft')
