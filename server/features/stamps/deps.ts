import type { Deps } from '#server/process/deps.ts'

/** Dependencies of removing a stamp. */
export interface StampDeps extends Deps {
  /** The talks, which hold the pictures of stamps in memory. */
  talk: { renew: (eventId: string) => Promise<void> }
}
