import * as z from 'zod'
import { Instant, Member, Paging, Path } from './shared.schema.ts'

export const Thread = z.object({
  id: z.string(),
  title: z.string(),
  /** Absent, as all media, where `locked`: every thread is for members. */
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
  can: z.object({ delete: z.boolean(), reply: z.boolean() }),
})

const InRoom = z.object({ roomid: z.string() })
const OneThread = InRoom.extend({ threadid: z.string() })

export const shapes = {
  listThreads: { params: InRoom, query: Paging, output: z.array(Thread) },
  getThread: { params: OneThread, output: Thread },
  listComments: { params: OneThread, query: Paging, output: z.array(Comment) },
}
