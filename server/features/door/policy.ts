import { mayEdit, mayWorkDoor } from '#server/features/rooms/policy.ts'

/** Doors are worked at by the owner and door staff; gates are the owner's to make, and money is theirs to give back. */
export const maySeeDoors = mayWorkDoor
export const mayPlanDoors = mayEdit
