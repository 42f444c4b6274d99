// Export of a person's data as one file.

import { EXPORTS } from '#contract/account/limits.ts'
import { TOO_MANY_EXPORTS } from '#contract/account/messages.ts'
import { dayOf } from '#contract/lib/days.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import { zip } from '#server/media/zip.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { filesOf } from './export-files.ts'

export async function exportMine(deps: Deps, viewer: Viewer): Promise<FileAnswer> {
  deps.throttles.own('exports', EXPORTS).count(viewer.id, TOO_MANY_EXPORTS)
  const now = deps.clock.now()
  const files = await filesOf(deps.read, viewer.id, { siteUrl: deps.config.siteUrl, now })
  return {
    bytes: await zip(files, now),
    type: 'application/zip',
    name: `Roomのデータ_${dayOf(now)}.zip`,
  }
}
