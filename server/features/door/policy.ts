import { HOLDER_NAMED_MS } from '#contract/door/limits.ts'
import { mayEdit, mayWorkDoor } from '#server/features/rooms/policy.ts'

/** The owner and door staff work at gates; only the owner plans gates and refunds tickets. */
export const maySeeDoors = mayWorkDoor
export const mayPlanDoors = mayEdit

/** Whether gates may show holders' names: until shortly after the end of entry. */
export const isNamedAtGates = ({ valid_until }: { valid_until: string }, now: Date) =>
  now.getTime() < Date.parse(valid_until) + HOLDER_NAMED_MS
