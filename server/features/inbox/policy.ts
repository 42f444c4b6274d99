import type { Schema } from '#server/db/schema.ts'
import { isIn } from '#server/features/rooms/past-due-rules.ts'

/** Status of the two sides of a room's conversation. */
export interface Sides {
  state: Schema['room']['state']
  membership: Schema['membership']['status'] | null
  owner: Schema['user']['status']
  member: Schema['user']['status']
}

/** Whether both sides may write: both accounts are active, and the member is in the room. */
export const mayAnswer = (sides: Sides | undefined): boolean =>
  sides !== undefined &&
  sides.state !== 9 &&
  isIn(sides.membership ?? undefined) &&
  sides.owner === 'active' &&
  sides.member === 'active'
