// Current state of reported content, for operators.

import { fromCursor } from '#contract/lib/cursor.ts'
import type { ContentVisibility } from '#contract/operator/reports/calls.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { hideMessage, restoreMessage } from '#server/features/inbox/hiding-queries.ts'
import { hideTalk, restoreTalk } from '#server/features/live/talk/hiding-queries.ts'
import {
  hideComment,
  hideThread,
  restoreComment,
  restoreThread,
} from '#server/features/threads/hiding-queries.ts'
import { publicUrl, signMediaUrl } from '#server/media/media-url.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './reported-content-queries.ts'

export type ReportedContent = Pick<Schema['moderation'], 'kind' | 'target_id' | 'event_id'>
interface By {
  id: string
  at: string
}
/** Result of hiding; readers of talk are informed after the commit. */
export interface Hidden {
  hidden: boolean
  tombstone: number | null
}

const HIDABLE: readonly ReportedContent['kind'][] = ['thread', 'comment', 'talk', 'message']
export const isHidable = ({ kind }: Pick<ReportedContent, 'kind'>) => HIDABLE.includes(kind)
const plainly = (hidden: boolean): Hidden => ({ hidden, tombstone: null })

/** Rooms, events and people are not hidden here: they have suspensions. */
export async function hide(
  tx: Tx,
  { kind, target_id, event_id }: ReportedContent,
  by: By,
): Promise<Hidden> {
  if (kind === 'thread') return plainly(await hideThread(tx, target_id, by.id))
  if (kind === 'comment') return plainly(await hideComment(tx, target_id, by.id))
  if (kind === 'message') return plainly(await hideMessage(tx, target_id, by.id))
  if (kind !== 'talk' || event_id === null) return plainly(false)
  const line = { eventId: event_id, seq: fromCursor(target_id), by: by.id, at: by.at }
  const tombstone = await hideTalk(tx, line)
  return { hidden: tombstone !== null, tombstone }
}

/** Restores what this decision had hidden. */
export async function restore(
  tx: Tx,
  { kind, target_id }: ReportedContent,
  by: string,
): Promise<boolean> {
  if (kind === 'thread') return restoreThread(tx, by)
  if (kind === 'comment') return restoreComment(tx, target_id, by)
  if (kind === 'message') return restoreMessage(tx, by)
  return kind === 'talk' && restoreTalk(tx, by)
}

const goneContent = (content: ReportedContent): ContentVisibility => ({
  state: 'gone',
  hidable: isHidable(content),
  title: '',
  text: '',
  pictures: [],
  path: null,
  room: null,
})

const room = (name: string) => `/community/${encodeURIComponent(name)}`

async function find(
  deps: Deps,
  content: ReportedContent,
): Promise<Partial<ContentVisibility> | null> {
  const id = content.target_id
  switch (content.kind) {
    case 'room':
      return query.room(deps.read, id).then(
        (row) =>
          row && {
            title: row.title,
            text: row.about,
            pictures: shown(row.header_image_path, row.icon_image_path),
            path: room(row.room),
            room: row.room,
          },
      )
    case 'event':
      return query.event(deps.read, id).then(
        (row) =>
          row && {
            title: row.title,
            text: row.about,
            pictures: shown(row.thumbnail_image_path),
            path: `${room(row.room)}/event/${id}`,
            room: row.room,
          },
      )
    case 'user':
      return query.user(deps.read, id).then(
        (row) =>
          row && {
            title: `${row.display_name}（@${row.name}）`,
            text: row.about,
            pictures: shown(row.icon_path),
            path: `/${row.name}`,
          },
      )
    case 'thread': {
      const row = await query.thread(deps.read, id)
      if (!row) return null
      const files = await query.pictures(deps.read, id)
      return {
        ...visibility(row),
        title: row.title,
        text: row.text,
        pictures: files.map(({ path }) => signMediaUrl(deps, path)),
        path: row.hidden_by ? null : `${room(row.room)}/talk/${id}`,
        room: row.room,
      }
    }
    case 'comment': {
      const row = await query.comment(deps.read, id)
      if (!row) return null
      const path = `${room(row.room)}/talk/${row.thread_id}`
      return { ...visibility(row), title: row.title, text: row.text, path, room: row.room }
    }
    case 'message': {
      const row = await query.message(deps.read, id)
      return row ? { ...visibility(row), text: row.text } : null
    }
    case 'talk': {
      const row = await query.talk(deps.read, content.event_id ?? '', fromCursor(id))
      if (!row || row.message === '') return null
      const path = `${room(row.room)}/event/${content.event_id}`
      return { ...visibility(row), title: row.title, text: row.message, path, room: row.room }
    }
  }
}

export async function getVisibility(
  deps: Deps,
  content: ReportedContent,
): Promise<ContentVisibility> {
  const row = await find(deps, content)
  return row ? { ...goneContent(content), state: 'there', ...row } : goneContent(content)
}

const visibility = ({ hidden_by }: { hidden_by: string | null }) =>
  ({ state: hidden_by === null ? 'there' : 'hidden' }) as const
const shown = (...paths: (string | null)[]) =>
  paths.filter((path) => path !== null).map((path) => publicUrl(path))
