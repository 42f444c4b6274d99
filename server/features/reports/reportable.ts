import type { ReportKind } from '#contract/reports.ts'
import type { Viewer } from '#server/process/deps.ts'

/** Something that somebody reports, as it stands now. */
export interface Reported {
  /** Our own id of it. */
  id: string
  /** Nobody's where the service itself speaks. */
  authorId: string | null
  /** What is kept of it: its author may change or delete it. */
  evidence: Record<string, string | null>
}

/** Finds what a viewer sees; what they do not see is refused as not found. */
export type Reportable = (
  viewer: Viewer,
  asked: { id: string; event_id: string | undefined },
) => Promise<Reported>

/** Each feature finds its own. */
export type Reportables = Record<ReportKind, Reportable>
