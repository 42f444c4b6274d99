import type { Schema } from '#server/db/schema.ts'

/** A person's role in a room. */
export interface RoomRole {
  state: Schema['room']['state']
  isOwner: boolean
  isMember: boolean
  isModerator: boolean
  isDoor: boolean
}

/** A room row with the viewer's role, as queries return it. */
export interface RoomRoleRow {
  owner_id: string
  state: Schema['room']['state']
  membership_status: Schema['membership']['status'] | null
  moderator_id: string | null
  door_id: string | null
}

/** A past due member keeps access during the grace period; then the membership ends. */
const MEMBER = ['active', 'past_due']
export const isMember = (status: Schema['membership']['status'] | null) =>
  MEMBER.includes(status ?? '')

export const roleOf = (row: RoomRoleRow, viewerId: string): RoomRole => ({
  state: row.state,
  isOwner: row.owner_id === viewerId,
  isMember: isMember(row.membership_status),
  isModerator: row.moderator_id !== null,
  isDoor: row.door_id !== null,
})

export const isOpen = ({ state }: RoomRole) => state === 1
const isSuspended = ({ state }: RoomRole) => state === 9

export const maySee = (who: RoomRole) => !isSuspended(who) || who.isOwner
export const mayJoin = (who: RoomRole) => isOpen(who) && !who.isOwner && !who.isMember
export const mayEdit = (who: RoomRole) => who.isOwner
export const mayModerate = (who: RoomRole) => maySee(who) && (who.isOwner || who.isModerator)
export const mayPost = (who: RoomRole) => !isSuspended(who) && mayModerate(who)
export const mayRead = (who: RoomRole) => maySee(who) && (mayModerate(who) || who.isMember)
export const mayWorkDoor = (who: RoomRole) => maySee(who) && (who.isOwner || who.isDoor)

export const roomRights = (who: RoomRole) => ({
  join: mayJoin(who),
  post: mayPost(who),
  edit: mayEdit(who),
  moderate: mayModerate(who),
  read: mayRead(who),
})
