import { V7Generator } from 'uuidv7'
import type { Clock } from '#server/ports/clock.ts'
import type { Id } from './schema/types.ts'

export type NewId = () => Id

/** Generator of UUIDv7s that strictly increase within a process, also within a millisecond. */
export function createNewId(clock: Clock): NewId {
  const generator = new V7Generator()
  return () => generator.generateOrResetWithTs(clock.now().getTime()).toString()
}
