import type { ReportKind } from '#contract/reports/calls.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

/** Current state of reported content. */
export interface Reported {
  /** Internal id. */
  id: string
  /** Null for the service. */
  authorId: string | null
  /** Copy of the content, since its author may change or delete it. */
  evidence: Record<string, string | null>
}

/** Loads content that the viewer can see; otherwise 404. */
export type Reportable = (
  deps: Deps,
  viewer: Viewer,
  params: { id: string; event_id: string | undefined },
) => Promise<Reported>

/** Implemented by each feature. */
export type Reportables = Record<ReportKind, Reportable>
