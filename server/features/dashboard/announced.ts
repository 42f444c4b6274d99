import type { PageWindow } from '#server/db/page-window.ts'
import { page } from '#server/http/answers/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './announcement-queries.ts'
import { findRoom } from './insight-queries.ts'

/** What the viewer's room announced; only counts of its readers, as who opened a message is theirs. */
export async function listAnnounced(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const room = await findRoom(deps.read, viewer.id)
  if (!room) return { items: [], more: false }
  const list = await page(paging, (window) => query.listAnnounced(deps.read, room.id, window))
  return {
    ...list,
    items: list.items.map(({ delivered, read, ...row }) => ({
      ...row,
      delivered: Number(delivered ?? 0),
      read: Number(read ?? 0),
    })),
  }
}
