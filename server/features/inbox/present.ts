import type { Conversation, Message } from '#contract/inbox/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { presentMember } from '#server/features/profile/member.ts'
import type * as query from './queries.ts'

interface MaybeMember {
  name: string | null
  display_name: string | null
  icon_small_path: string | null
  official_flg: 0 | 1 | null
  member_status: Schema['user']['status'] | null
}
/** Null for a message of the service. */
const memberOrNull = ({ name, display_name, official_flg, member_status, ...row }: MaybeMember) =>
  name === null || display_name === null || official_flg === null || member_status === null
    ? null
    : presentMember({ ...row, name, display_name, official_flg, member_status })

export const presentConversation = (row: query.ConversationRow): Conversation => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  with: memberOrNull(row),
  last_text: row.last_text,
  last_at: row.last_at,
  unread: row.unread,
})

export const presentMessage = (row: query.MessageRow, viewerId: string): Message => ({
  id: row.id,
  text: row.text,
  created_at: row.created_at,
  mine: row.author_id === viewerId,
  member: memberOrNull(row),
})

/** Length of the preview line. */
const SHOWN = 100
const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })
export const messageLineOf = (text: string): string =>
  [...segmenter.segment(text.slice(0, 20 * SHOWN).replaceAll('\n', ' '))]
    .slice(0, SHOWN)
    .map(({ segment }) => segment)
    .join('')
