// A person's list of notifications. A line holds ids only: what it says is read with the reader's rights of now.

import type { ListedNotification } from '#contract/notifications/calls.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { page } from '#server/http/answers/reply.ts'
import { notFound } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { goneCopy } from './copy.ts'
import * as query from './queries.ts'
import { type Line, SUBJECTS } from './subjects.ts'

/** A kind of a later release, which wrote into the same tables during an upgrade, is none of this one. */
const subjectOf = (kind: string) =>
  Object.entries(SUBJECTS).find(([known]) => known === kind)?.[1] ?? null

async function present(deps: Deps, viewer: Viewer, lines: Line[]): Promise<ListedNotification[]> {
  const byKind = [...Map.groupBy(lines, ({ kind }) => kind)]
  const loaded = await Promise.all(
    byKind.map(([kind, ofKind]) => subjectOf(kind)?.load(deps.read, viewer.id, ofKind)),
  )
  const shown = new Map(loaded.flatMap((lines) => [...(lines ?? [])]))
  return lines.map((line) => {
    const topic = subjectOf(line.kind)?.topic ?? null
    const { icon, ...copy } = shown.get(line.id) ?? goneCopy(topic)
    return {
      ...copy,
      id: line.id,
      topic: topic ?? '',
      icon_image_path: publicUrl(icon),
      created_at: line.created_at,
      unread: line.read_at === null,
    }
  })
}

export async function list(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const lines = await page(paging, (window) => query.listLines(deps.read, viewer.id, window))
  return { ...lines, items: await present(deps, viewer, lines.items) }
}

export async function read(deps: Deps, viewer: Viewer, id: string) {
  if (!(await query.markRead(deps.db, viewer.id, id, isoNow(deps)))) throw notFound()
}

export async function readUntil(deps: Deps, viewer: Viewer, until: string) {
  await query.markReadUntil(deps.db, viewer.id, until, isoNow(deps))
}
