import type { GivenDeps } from '#server/process/deps.ts'
import type { ExternalSources } from './external/external-sources.ts'
import type { Origins } from './external/origins.ts'
import type { IngestMonitor } from './ingest-monitor.ts'
import type { Storage } from './storage.ts'
import type { Viewers } from './watching/viewers.ts'

/** Dependencies of starting and ending a stream. */
export interface BroadcastDeps extends GivenDeps {
  storage: Storage
  /** Throws a refusal while no stream may start. */
  mayBegin: () => Promise<void>
}

/** Dependencies of streams, with what the process has in memory about them. */
export interface StreamDeps extends BroadcastDeps {
  monitor: IngestMonitor
  origins: Origins
  external: ExternalSources
  audience: Viewers
}
