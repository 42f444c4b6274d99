import type { Schema } from '#server/db/schema.ts'

/** What one person is to one room. */
export interface Standing {
  state: Schema['room']['state']
  isOwner: boolean
  isMember: boolean
  isModerator: boolean
  isDoor: boolean
}

/** A room row with what the viewer has to do with it, as the queries of this feature give it. */
export interface StandingRow {
  owner_id: string
  state: Schema['room']['state']
  membership_status: Schema['membership']['status'] | null
  moderator_id: string | null
  door_id: string | null
}

/** Who is behind with a renewal stays a member for the days that are given to pay; then `incomplete` locks them out. */
const MEMBER = ['active', 'past_due']

export const standingOf = (row: StandingRow, viewerId: string): Standing => ({
  state: row.state,
  isOwner: row.owner_id === viewerId,
  isMember: MEMBER.includes(row.membership_status ?? ''),
  isModerator: row.moderator_id !== null,
  isDoor: row.door_id !== null,
})

export const isOpen = ({ state }: Standing) => state === 1
const isSuspended = ({ state }: Standing) => state === 9

export const maySee = (who: Standing) => !isSuspended(who) || who.isOwner
export const mayJoin = (who: Standing) => isOpen(who) && !who.isOwner && !who.isMember
export const mayEdit = (who: Standing) => who.isOwner
export const mayModerate = (who: Standing) => maySee(who) && (who.isOwner || who.isModerator)
export const mayPost = (who: Standing) => !isSuspended(who) && mayModerate(who)
export const mayRead = (who: Standing) => maySee(who) && (mayModerate(who) || who.isMember)
export const mayWorkDoor = (who: Standing) => maySee(who) && (who.isOwner || who.isDoor)

export const roomRights = (who: Standing) => ({
  join: mayJoin(who),
  post: mayPost(who),
  edit: mayEdit(who),
  moderate: mayModerate(who),
  read: mayRead(who),
})
