// Current state of reported content, for operators.

import { fromCursor } from '#contract/lib/cursor.ts'
import type { ContentVisibility } from '#contract/operator/reports/calls.ts'
import { hashtags } from '#contract/shared/tags.ts'
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

const withTags = ({ about, tags }: { about: string; tags: string }) =>
  [about, hashtags(tags)].filter(Boolean).join('\n\n')

type Found = Promise<Partial<ContentVisibility> | null>

const FINDERS: Record<ReportedContent['kind'], (deps: Deps, content: ReportedContent) => Found> = {
  room: findRoom,
  event: findEvent,
  user: findUser,
  thread: findThread,
  comment: findComment,
  message: findMessage,
  talk: findTalk,
}

async function findRoom({ read }: Deps, { target_id }: ReportedContent): Found {
  const row = await query.room(read, target_id)
  return (
    row && {
      title: row.title,
      text: withTags(row),
      pictures: shown(row.header_image_path, row.icon_image_path),
      path: room(row.room),
      room: row.room,
    }
  )
}

async function findEvent({ read }: Deps, { target_id }: ReportedContent): Found {
  const row = await query.event(read, target_id)
  return (
    row && {
      title: row.title,
      text: withTags(row),
      pictures: shown(row.thumbnail_image_path),
      path: `${room(row.room)}/event/${target_id}`,
      room: row.room,
    }
  )
}

async function findUser({ read }: Deps, { target_id }: ReportedContent): Found {
  const row = await query.user(read, target_id)
  return (
    row && {
      title: `${row.display_name}（@${row.name}）`,
      text: row.about,
      pictures: shown(row.icon_path),
      path: `/${row.name}`,
    }
  )
}

async function findThread(deps: Deps, { target_id }: ReportedContent): Found {
  const row = await query.thread(deps.read, target_id)
  if (!row) return null
  const files = await query.pictures(deps.read, target_id)
  return {
    ...visibility(row),
    title: row.title,
    text: row.text,
    pictures: files.map(({ path }) => signMediaUrl(deps, path)),
    path: row.hidden_by ? null : `${room(row.room)}/talk/${target_id}`,
    room: row.room,
  }
}

async function findComment({ read }: Deps, { target_id }: ReportedContent): Found {
  const row = await query.comment(read, target_id)
  if (!row) return null
  const path = `${room(row.room)}/talk/${row.thread_id}`
  return { ...visibility(row), title: row.title, text: row.text, path, room: row.room }
}

async function findMessage({ read }: Deps, { target_id }: ReportedContent): Found {
  const row = await query.message(read, target_id)
  return row ? { ...visibility(row), text: row.text } : null
}

async function findTalk({ read }: Deps, { target_id, event_id }: ReportedContent): Found {
  const row = await query.talk(read, event_id ?? '', fromCursor(target_id))
  if (!row || row.message === '') return null
  const path = `${room(row.room)}/event/${event_id}`
  return {
    ...visibility(row),
    title: row.title,
    text: row.message,
    pictures: shown(row.image_path),
    path,
    room: row.room,
  }
}

export async function getVisibility(
  deps: Deps,
  content: ReportedContent,
): Promise<ContentVisibility> {
  const row = await FINDERS[content.kind](deps, content)
  return row ? { ...goneContent(content), state: 'there', ...row } : goneContent(content)
}

const visibility = ({ hidden_by }: { hidden_by: string | null }) =>
  ({ state: hidden_by === null ? 'there' : 'hidden' }) as const
const shown = (...paths: (string | null)[]) =>
  paths.filter((path) => path !== null).map((path) => publicUrl(path))
