import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from './dice.ts'

/** What one person does. */
export type Act = () => Promise<unknown>

const AT_ONCE = 8
const AIM_MS = 300

/**
 * So many people at a time do what there is to do, and each so often `shoot` is called while they do. Shots are one
 * after the other, and nobody runs far ahead of them: each finds people at work.
 */
export async function actUnderFire(
  acts: Act[],
  { kills, dice, shoot }: { kills: number; dice: Dice; shoot: (nth: number) => Promise<void> },
) {
  const apart = Math.floor(acts.length / kills)
  const shots = new Map(
    Array.from({ length: kills }, (_, nth) => [
      Math.floor((nth * acts.length) / kills) + Math.floor(dice.chance('shot', nth) * apart),
      nth,
    ]),
  )
  let next = 0
  let shooting: Promise<void> = Promise.resolve()

  async function person() {
    for (let at = next++; at < acts.length; at = next++) {
      const shot = shots.get(at)
      if (shot !== undefined) {
        const before = shooting
        shooting = before.then(() => pause(dice.chance('aim', at) * AIM_MS)).then(() => shoot(shot))
        // Waited for below; until then a failure must not end us before we have cleaned up.
        shooting.catch(() => null)
        await before
      }
      await acts[at]!()
    }
  }
  const stop = (error: unknown) => {
    next = acts.length
    throw error
  }
  // All of them end first: whoever cleans up must not be shot at by those who are left.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => person().catch(stop)))
  await shooting
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
