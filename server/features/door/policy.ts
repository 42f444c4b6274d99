import { HOLDER_NAMED_MS } from '#contract/limits.ts'
import { mayEdit, mayWorkDoor } from '#server/features/rooms/policy.ts'

/** Doors are worked at by the owner and door staff; gates are the owner's to make, and money is theirs to give back. */
export const maySeeDoors = mayWorkDoor
export const mayPlanDoors = mayEdit

/** A phone at a door asks whose ticket it is while there is an entry, and a little longer: not ever after. */
export const isNamedAtGates = ({ valid_until }: { valid_until: string }, now: Date) =>
  now.getTime() < Date.parse(valid_until) + HOLDER_NAMED_MS
