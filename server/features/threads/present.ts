import type { Comment, Thread } from '#contract/threads/calls.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { mayRead, type RoomRole } from '#server/features/rooms/policy.ts'
import { commentRights, threadRights } from './policy.ts'
import type { CommentRow, MediaRow, ThreadRow } from './queries.ts'

/** Signs the URL of a member's file. */
type Sign = (path: string) => string
const signedOrNull = (sign: Sign, path: string | null | undefined) => (path ? sign(path) : null)

/** The part visible to members only. */
function inside({ id, text }: ThreadRow, allMedia: MediaRow[], sign: Sign) {
  const media = allMedia.filter(({ thread_id }) => thread_id === id)
  const one = (kind: MediaRow['kind']) => media.find((file) => file.kind === kind)
  return {
    text,
    images: media
      .filter(({ kind }) => kind === 'image')
      .map(({ path, small_path, width, height }) => ({
        path: sign(path),
        small_path: signedOrNull(sign, small_path),
        width: width ?? 0,
        height: height ?? 0,
      })),
    audio_path: signedOrNull(sign, one('audio')?.path),
    video_path: signedOrNull(sign, one('video')?.path),
    video_thumbnail_path: signedOrNull(sign, one('video')?.thumbnail_path),
  }
}

const CHARACTERS_MAX = 60
/** The part of a text that may be public, at most. */
const SHARE = 2

/** What those who are not members see of a thread: its beginning, and what follows. */
function previewOf({ id, text }: ThreadRow, allMedia: MediaRow[]): Thread['preview'] {
  const characters = [...text]
  const begun = characters.slice(0, Math.min(CHARACTERS_MAX, Math.floor(characters.length / SHARE)))
  const kinds = allMedia.filter(({ thread_id }) => thread_id === id).map(({ kind }) => kind)
  return {
    text: begun.join('').trim(),
    characters: characters.length - begun.length,
    images: kinds.filter((kind) => kind === 'image').length,
    has_audio: kinds.includes('audio'),
    has_video: kinds.includes('video'),
  }
}

/** A thread on the wire; `media` may include that of other threads. */
export function presentThread(
  thread: ThreadRow,
  media: MediaRow[],
  who: RoomRole,
  viewerId: string,
  sign: Sign,
): Thread {
  const open = mayRead(who)
  return {
    id: thread.id,
    title: thread.title,
    ...(open && inside(thread, media, sign)),
    created_at: thread.created_at,
    updated_at: thread.updated_at,
    member: presentMember(thread),
    comments: thread.comments,
    reactions: thread.reactions,
    reacted: thread.reacted_id !== null,
    pinned: thread.pinned === 1,
    locked: !open,
    is_previewed: thread.is_previewed === 1,
    ...(!open && thread.is_previewed === 1 && { preview: previewOf(thread, media) }),
    can: threadRights(who, thread.author_id === viewerId),
  }
}

export const presentComment = (row: CommentRow, who: RoomRole, viewerId: string): Comment => ({
  id: row.id,
  text: row.text,
  created_at: row.created_at,
  member: presentMember(row),
  parent_id: row.parent_id,
  ...(row.client_id !== null && row.author_id === viewerId && { client_id: row.client_id }),
  can: commentRights(who, row.author_id === viewerId, row.parent_id !== null),
})
