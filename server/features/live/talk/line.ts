import { toCursor } from '#contract/lib/cursor.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { PlainRow, TalkRow } from './reference-queries.ts'

/** A line of talk in memory, serialized once for all and once more for its author. */
export interface TalkLine {
  seq: number
  deletes: number | null
  isMessage: boolean
  /** Seq of the line that a mark is about. */
  about: number | null
  /** The question that was answered, or is open again. */
  updated: TalkLine | null
  /** Seq of the message to which it replies. */
  replyTo: number | null
  /** The user who gets `own`; null if both are equal. */
  author: string | null
  /** JSON. */
  shared: string
  own: string
}

/** `client_id` is included for the author only. */
export const presentTalk = (row: TalkRow, ownerId: string, viewerId: string): TalkMessage => ({
  id: toCursor(row.seq),
  message: row.message,
  created_at: row.created_at,
  member: presentMember(row),
  is_owner: row.user_id === ownerId,
  ...(row.client_id !== null && row.user_id === viewerId && { client_id: row.client_id }),
  ...(row.deletes !== null && { deletes: toCursor(row.deletes) }),
  ...(row.reply_to !== null && {
    reply_to: { id: toCursor(row.reply_to), display_name: row.replied },
  }),
  ...(row.question === 1 && { question: stateOf(row) }),
  ...(row.stamp_id !== null && { stamp: { image_path: publicUrl(row.stamp_path) } }),
  ...markOf(row, ownerId),
})

const stateOf = ({ answered_at }: PlainRow) =>
  answered_at === null ? ('open' as const) : ('answered' as const)

/** What a mark changes, for all viewers. */
function markOf({ mark, target }: TalkRow, ownerId: string) {
  if (mark === 'unpin') return { pinned: null }
  if (mark === 'pin')
    return { pinned: target && presentTalk({ ...target, target: null }, ownerId, NOBODY) }
  if (mark === 'answer' && target)
    return { updates: { id: toCursor(target.seq), question: stateOf(target) } }
  return undefined
}

const NOBODY = ''

export function talkLineOf(row: TalkRow, ownerId: string): TalkLine {
  const shared = JSON.stringify(presentTalk(row, ownerId, NOBODY))
  const hasOwn = row.client_id !== null
  return {
    seq: row.seq,
    // A mark deletes itself, and yet has to reach those who were away.
    deletes: row.deletes === row.seq ? null : row.deletes,
    isMessage: row.deletes === null,
    about: row.about,
    replyTo: row.reply_to,
    updated:
      row.mark === 'answer' && row.target
        ? talkLineOf({ ...row.target, target: null }, ownerId)
        : null,
    author: hasOwn ? row.user_id : null,
    shared,
    own: hasOwn ? JSON.stringify(presentTalk(row, ownerId, row.user_id)) : shared,
  }
}

/** A reply after its message was deleted: without the name of that message's author. */
export const withoutReplied = (line: TalkLine): TalkLine => ({
  ...line,
  shared: withoutName(line.shared),
  own: withoutName(line.own),
})

function withoutName(json: string): string {
  // Made of a `TalkMessage` in this process; checking it again would take three times as long.
  const message = JSON.parse(json) as TalkMessage
  return message.reply_to
    ? JSON.stringify({ ...message, reply_to: { ...message.reply_to, display_name: null } })
    : json
}

/** JSON of the line for this viewer. */
export const spelled = (line: TalkLine, viewerId: string): string =>
  line.author === viewerId ? line.own : line.shared

/** Server-sent events, one per line with the line's id. */
export const framesOf = (lines: TalkLine[], viewerId: string): Buffer =>
  Buffer.from(
    lines.map((line) => `id: ${toCursor(line.seq)}\ndata: ${spelled(line, viewerId)}\n\n`).join(''),
  )
