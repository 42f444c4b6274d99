import * as z from 'zod'
import { attachment, field, flag } from '../shared/form.schema.ts'
import { fieldName, required, tooLong } from '../shared/messages.ts'
import { Instant, Member, Paging, Path } from '../shared/shared.schema.ts'
import { COMMENT_MAX, THREAD_MAX } from './posting-limits.ts'
import {
  commentFits,
  threadFits,
  tidyComment,
  tidyThread,
  tidyTitle,
  titleFits,
} from './thread-text.ts'

export const Thread = z.object({
  id: z.string(),
  title: z.string(),
  /** Absent if `locked`, like all media: threads are for members. */
  text: z.string().optional(),
  images: z
    .array(z.object({ path: z.string(), small_path: Path, width: z.int(), height: z.int() }))
    .optional(),
  audio_path: Path.optional(),
  video_path: Path.optional(),
  video_thumbnail_path: Path.optional(),
  created_at: Instant,
  updated_at: Instant,
  member: Member,
  comments: z.int(),
  reactions: z.int(),
  reacted: z.boolean(),
  pinned: z.boolean(),
  locked: z.boolean(),
  /** Whether its beginning is shown to those who are not members. */
  is_previewed: z.boolean(),
  /** If `locked` and previewed: its beginning, and how much follows. */
  preview: z
    .object({
      text: z.string(),
      characters: z.int(),
      images: z.int(),
      has_audio: z.boolean(),
      has_video: z.boolean(),
    })
    .optional(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    pin: z.boolean(),
    comment: z.boolean(),
    react: z.boolean(),
  }),
})

export const Comment = z.object({
  id: z.string(),
  text: z.string(),
  created_at: Instant,
  member: Member,
  parent_id: z.string().nullable(),
  /** Id from the author's device; visible to the author only. */
  client_id: z.string().optional(),
  can: z.object({ delete: z.boolean(), reply: z.boolean() }),
})

export const ReactionState = z.object({ reactions: z.int(), reacted: z.boolean() })

/** A non-empty text with a length limit. */
const written = (
  field: string,
  tidy: (text: string) => string,
  fits: (text: string) => boolean,
  max: number,
) =>
  z
    .string()
    .transform(tidy)
    .refine((text) => text !== '', { error: required(fieldName(field)), abort: true })
    .refine(fits, { error: tooLong(fieldName(field), max) })
const Title = written('title', tidyTitle, titleFits, THREAD_MAX.title)
const Text = written('text', tidyThread, threadFits, THREAD_MAX.text)

const Files = {
  imageid_1: attachment,
  imageid_2: attachment,
  imageid_3: attachment,
  /** One more than allowed, so that it is rejected and not ignored. */
  imageid_4: attachment,
  imageid_1_small_image: attachment,
  imageid_2_small_image: attachment,
  imageid_3_small_image: attachment,
  audio: attachment,
  video: attachment,
  video_thumbnail: attachment,
}
const Writing = z.object({
  title: Title,
  text: Text,
  is_previewed: field(flag('公開範囲の設定が正しくありません')),
  ...Files,
})
const Changing = Writing.partial({ title: true, text: true })
export type ThreadFiles = Pick<z.output<typeof Writing>, keyof typeof Files>
export type ThreadWriting = z.output<typeof Writing>
export type ThreadChanging = z.output<typeof Changing>

const InRoom = z.object({ roomid: z.string() })
const OneThread = InRoom.extend({ threadid: z.string() })

const OneComment = OneThread.extend({ commentid: z.string() })

export const shapes = {
  listThreads: { params: InRoom, query: Paging, output: z.array(Thread) },
  getThread: { params: OneThread, output: Thread },
  listComments: { params: OneThread, query: Paging, output: z.array(Comment) },
}

export const writes = {
  createThread: { params: InRoom, body: Writing, output: Thread },
  changeThread: { params: OneThread, body: Changing, output: Thread },
  deleteThread: { params: OneThread },
  pinThread: { params: OneThread, body: z.object({ pinned: z.boolean() }), output: Thread },
  postComment: {
    params: OneThread,
    body: z.object({
      text: written('text', tidyComment, commentFits, COMMENT_MAX),
      parent_id: z.string().nullish(),
      client_id: z.string().min(1).max(64).optional(),
    }),
    output: Comment,
  },
  deleteComment: { params: OneComment },
  react: { params: OneThread, output: ReactionState },
  unreact: { params: OneThread, output: ReactionState },
}
