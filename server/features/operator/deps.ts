import type { Talk } from '#server/features/live/talk/talk.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import type { FfmpegState } from '#server/ports/ingest.ts'
import type { Deps } from '#server/process/deps.ts'

/** Dependencies of the page about the system. */
export interface SystemDeps extends Deps {
  streams: { ffmpeg: () => FfmpegState | null }
}

/** Dependencies of the operators' pages. */
export interface OperatorDeps extends SaleDeps, SystemDeps {
  talk: Talk
  site: SiteParts
}
