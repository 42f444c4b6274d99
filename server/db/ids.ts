import { V7Generator } from 'uuidv7'
import type { Clock } from '#server/ports/clock.ts'
import type { Id } from './schema/types.ts'

export type NewId = () => Id

/** UUIDv7s by the given clock: of one process, each is greater than the one before, also within a millisecond. */
export function createNewId(clock: Clock): NewId {
  const generator = new V7Generator()
  return () => generator.generateOrResetWithTs(clock.now().getTime()).toString()
}
