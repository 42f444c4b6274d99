import { setTimeout as pause } from 'node:timers/promises'
import type { Rng } from './rng.ts'

/** An action of one person. */
export type Act = () => Promise<unknown>

/** People who act at one moment, unless told otherwise. */
const AT_ONCE = 8
const AIM_MS = 300

/**
 * Runs the actions concurrently, and calls `shoot` at regular counts meanwhile. Kills are sequential, and actions do
 * not run far ahead of them, so that each kill interrupts some.
 */
export async function actUnderFire(
  actions: Act[],
  {
    kills,
    rng,
    shoot,
    atOnce = AT_ONCE,
  }: { kills: number; rng: Rng; shoot: (nth: number) => Promise<void>; atOnce?: number },
) {
  const apart = Math.floor(actions.length / kills)
  const shots = new Map(
    Array.from({ length: kills }, (_, nth) => [
      Math.floor((nth * actions.length) / kills) + Math.floor(rng.chance('shot', nth) * apart),
      nth,
    ]),
  )
  let next = 0
  let shooting: Promise<void> = Promise.resolve()

  async function person() {
    for (let at = next++; at < actions.length; at = next++) {
      const shot = shots.get(at)
      if (shot !== undefined) {
        const before = shooting
        shooting = before.then(() => pause(rng.chance('aim', at) * AIM_MS)).then(() => shoot(shot))
        // Awaited below; an early failure must not skip the cleanup.
        shooting.catch(() => null)
        await before
      }
      await actions[at]!()
    }
  }
  const stop = (error: unknown) => {
    next = actions.length
    throw error
  }
  // Wait for all of them, so that none runs during the cleanup.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => person().catch(stop)))
  await shooting
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
