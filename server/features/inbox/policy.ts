import type { Schema } from '#server/db/schema.ts'
import { isIn } from '#server/features/rooms/past-due.ts'

/** The two sides of a conversation of a room. */
export interface Sides {
  state: Schema['room']['state']
  membership: Schema['membership']['status'] | null
  owner: Schema['user']['status']
  member: Schema['user']['status']
}

/** While both are here and one is in the room of the other: afterwards neither may go on at the other. */
export const mayAnswer = (sides: Sides | undefined): boolean =>
  sides !== undefined &&
  sides.state !== 9 &&
  isIn(sides.membership ?? undefined) &&
  sides.owner === 'active' &&
  sides.member === 'active'
