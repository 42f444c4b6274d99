import { EXPORTS } from '#contract/account/limits.ts'
import { TOO_MANY_EXPORTS } from '#contract/account/messages.ts'
import { dayOf } from '#contract/days.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { zip } from '#server/media/zip.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { filesOf } from './files.ts'

/** Export of a person's data as one file. */
export function exportService({ read, clock, config }: Pick<Deps, 'read' | 'clock' | 'config'>) {
  const exports = createThrottle(clock, EXPORTS, config.rateLimits)
  return {
    async exportMine(viewer: Viewer): Promise<FileAnswer> {
      exports.count(viewer.id, TOO_MANY_EXPORTS)
      const now = clock.now()
      const files = await filesOf(read, viewer.id, { siteUrl: config.siteUrl, now })
      return {
        bytes: await zip(files, now),
        type: 'application/zip',
        name: `Roomのデータ_${dayOf(now)}.zip`,
      }
    },
  }
}
