import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import { isYoung } from '#server/ports/clock.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { Watching } from './watching.ts'

/** Bus topic: process, event, and number of browsers watching there. */
const VIEWERS = 'viewers'
const PUBLISH_EVERY_MS = 5_000
/** Validity of a process's report, since that process may have stopped. */
const BELIEVED_MS = 3 * PUBLISH_EVERY_MS

interface ViewerReport {
  count: number
  at: number
}

/** Process, event and count. */
const reportOf = jsonOf(z.tuple([z.string(), z.string(), z.number()]))

/** Viewers per event across all processes; each process publishes its own count. */
export function viewers({ clock, bus, newId }: GivenDeps, watching: Pick<Watching, 'counts'>) {
  const self = newId()
  /** By event, then by process. */
  const remoteReports = new Map<string, Map<string, ViewerReport>>()
  let reportedAt = Number.NEGATIVE_INFINITY
  const nowMs = () => clock.now().getTime()
  const isFresh = ({ at }: ViewerReport) => isYoung(at, nowMs(), BELIEVED_MS)

  bus.subscribe(VIEWERS, (payload) => {
    const [process, eventId, count] = reportOf(payload)
    if (process === self) return
    const reports = remoteReports.get(eventId) ?? new Map<string, ViewerReport>()
    remoteReports.set(eventId, reports.set(process, { count, at: nowMs() }))
  })

  return {
    count(eventId: string): number {
      const reports = [...(remoteReports.get(eventId)?.values() ?? [])].filter(isFresh)
      const otherViewers = reports.reduce((sum, { count }) => sum + count, 0)
      return otherViewers + (watching.counts().get(eventId) ?? 0)
    },

    /** Call it about every second; publishes less often, and nothing without viewers. */
    async announce(): Promise<void> {
      const now = nowMs()
      if (isYoung(reportedAt, now, PUBLISH_EVERY_MS)) return
      reportedAt = now
      for (const [eventId, reports] of remoteReports)
        if (![...reports.values()].some(isFresh)) remoteReports.delete(eventId)
      for (const [eventId, count] of watching.counts())
        await bus.publish(VIEWERS, JSON.stringify([self, eventId, count]))
    },
  }
}
export type Viewers = ReturnType<typeof viewers>
