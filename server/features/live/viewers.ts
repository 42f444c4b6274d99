import { isYoung } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Watching } from './watching.ts'

/** On the bus: which process, which event, and how many browsers watch it there. */
const VIEWERS = 'viewers'
const TELL_EVERY_MS = 5_000
/** What a process said is believed for so long: it may have gone. */
const BELIEVED_MS = 3 * TELL_EVERY_MS

interface Told {
  count: number
  at: number
}

/** How many watch each event now, in all processes together: each tells the others of those who ask it for the picture. */
export function viewers(
  { clock, bus, newId }: Pick<Deps, 'clock' | 'bus' | 'newId'>,
  watching: Pick<Watching, 'counts'>,
) {
  const self = newId()
  /** By event, then by process. */
  const others = new Map<string, Map<string, Told>>()
  let toldAt = Number.NEGATIVE_INFINITY
  const nowMs = () => clock.now().getTime()
  const isFresh = ({ at }: Told) => isYoung(at, nowMs(), BELIEVED_MS)

  bus.subscribe(VIEWERS, (payload) => {
    const [process, eventId, count] = JSON.parse(payload) as [string, string, number]
    if (process === self) return
    const told = others.get(eventId) ?? new Map<string, Told>()
    others.set(eventId, told.set(process, { count, at: nowMs() }))
  })

  return {
    count(eventId: string): number {
      const told = [...(others.get(eventId)?.values() ?? [])].filter(isFresh)
      const elsewhere = told.reduce((sum, { count }) => sum + count, 0)
      return elsewhere + (watching.counts().get(eventId) ?? 0)
    },

    /** Called every second or so; speaks less often, and not at all where nobody watches. */
    async tell(): Promise<void> {
      const now = nowMs()
      if (isYoung(toldAt, now, TELL_EVERY_MS)) return
      toldAt = now
      for (const [eventId, told] of others)
        if (![...told.values()].some(isFresh)) others.delete(eventId)
      for (const [eventId, count] of watching.counts())
        await bus.publish(VIEWERS, JSON.stringify([self, eventId, count]))
    },
  }
}
export type Viewers = ReturnType<typeof viewers>
