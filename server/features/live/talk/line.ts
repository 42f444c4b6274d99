import { toCursor } from '#contract/cursor.ts'
import type { TalkMessage } from '#contract/live.ts'
import { presentMember } from '#server/features/profile/member.ts'
import type { TalkRow } from './queries.ts'

/** One line of a talk as it lies in memory: spelled once, for everybody, and once more for who sent it. */
export interface Line {
  seq: number
  deletes: number | null
  /** The one who gets `own`; null where both are the same. */
  author: string | null
  /** JSON. */
  shared: string
  own: string
}

/** `client_id` goes back to its author alone. */
export const presentTalk = (row: TalkRow, ownerId: string, viewerId: string): TalkMessage => ({
  id: toCursor(row.seq),
  message: row.message,
  created_at: row.created_at,
  member: presentMember(row),
  is_owner: row.user_id === ownerId,
  ...(row.client_id !== null && row.user_id === viewerId && { client_id: row.client_id }),
  ...(row.deletes !== null && { deletes: toCursor(row.deletes) }),
})

const NOBODY = ''

export function lineOf(row: TalkRow, ownerId: string): Line {
  const shared = JSON.stringify(presentTalk(row, ownerId, NOBODY))
  const hasOwn = row.client_id !== null
  return {
    seq: row.seq,
    deletes: row.deletes,
    author: hasOwn ? row.user_id : null,
    shared,
    own: hasOwn ? JSON.stringify(presentTalk(row, ownerId, row.user_id)) : shared,
  }
}

/** The line as this person is told of it. */
export const spelled = (line: Line, viewerId: string): string =>
  line.author === viewerId ? line.own : line.shared

/** As server-sent events: each line one event, its id the line's. */
export const framesOf = (lines: Line[], viewerId: string): Buffer =>
  Buffer.from(
    lines.map((line) => `id: ${toCursor(line.seq)}\ndata: ${spelled(line, viewerId)}\n\n`).join(''),
  )
