import type { ApiError } from '#server/http/api-error.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { ExternalSources } from './external/external-sources.ts'
import type { Origins } from './external/origins.ts'
import type { IngestMonitor } from './ingest-monitor.ts'
import type { Storage } from './storage.ts'
import type { Viewers } from './watching/viewers.ts'

/** Dependencies of starting and ending a stream. */
export interface BroadcastDeps extends GivenDeps {
  storage: Storage
  /** The refusal while no stream may start. */
  startError: () => Promise<ApiError | null>
}

/** Dependencies of streams, with what the process has in memory about them. */
export interface StreamDeps extends BroadcastDeps {
  monitor: IngestMonitor
  origins: Origins
  external: ExternalSources
  audience: Viewers
}
