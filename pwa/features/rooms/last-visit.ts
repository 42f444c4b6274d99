/** While it lasts, what was new at its start stays marked: opening a thread and coming back is one visit. */
const VISIT_MS = 30 * 60_000

interface Visit {
  /** End of the visit before, as an instant. */
  since: string
  /** Milliseconds. */
  at: number
}
const visits = new Map<string, Visit>()

/** The time since which things are new in this visit; `seenAt`: what the server knows of the one before. */
export function sinceOf(room: string, seenAt: string, now: number): string {
  const visit = visits.get(room)
  return visit && now - visit.at < VISIT_MS ? visit.since : seenAt
}

/** Begins a visit, or continues it. */
export function visit(room: string, seenAt: string, now: number) {
  visits.set(room, { since: sinceOf(room, seenAt, now), at: now })
}

/** For tests: every room was visited long ago. */
export const forgetVisits = () => visits.clear()
