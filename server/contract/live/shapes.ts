import * as z from 'zod'
import { CURSOR, fromCursor } from '../lib/cursor.ts'
import { keysOf } from '../lib/records.ts'
import { fieldName, required, tooLong } from '../shared/messages.ts'
import { ById, Instant, Member, Path } from '../shared/shared.schema.ts'
import { CAPTION_LANGUAGES } from './captions.ts'
import {
  NG_WORD_MAX,
  NG_WORDS_MAX,
  REACTIONS_AT_ONCE,
  SLOW_SECONDS_MAX,
  TALK_CLIENT_ID_MAX,
  TALK_MAX_CHARS,
  TALK_PAGE_MAX,
  TALK_PAGE_SIZE,
} from './limits.ts'
import { talkProblem, tidyTalk } from './talk-text.ts'

const CaptionLanguage = z.enum(keysOf(CAPTION_LANGUAGES))
const QuestionState = z.enum(['open', 'answered'])

const TalkLine = z.object({
  id: z.string(),
  message: z.string(),
  created_at: Instant,
  member: Member,
  is_owner: z.boolean(),
  client_id: z.string().optional(),
  /** Set on a tombstone: id of the deleted message. On a mark: its own id, as it is no message. */
  deletes: z.string().optional(),
  /** The message to which this one replies, and its author; null if that message was deleted. */
  reply_to: z.object({ id: z.string(), display_name: z.string().nullable() }).optional(),
  /** Set on a question to the host. */
  question: QuestionState.optional(),
  /** Set on a stamp, whose name is the `message`; null once it was removed. */
  stamp: z.object({ image_path: Path }).optional(),
})

/** A message, or a mark that says what became of one. */
export const TalkMessage = TalkLine.extend({
  /** A mark: the line that is pinned from now on, or none. */
  pinned: TalkLine.nullable().optional(),
  /** A mark: the new state of a question. */
  updates: z.object({ id: z.string(), question: QuestionState }).optional(),
})

/** `id`: of the mark that pinned it, which later ones follow; null if there was none. */
const Pinned = z.object({ id: z.string().nullable(), pinned: TalkLine.nullable() })

/** A part of a talk, to be shown along with the archive. */
export const Replay = z.object({
  /** Oldest first. */
  lines: z.array(TalkMessage),
  /** What was pinned from when on, or that nothing was; the first may be earlier than the part. */
  pins: z.array(z.object({ at: Instant, pinned: TalkLine.nullable() })),
  /** Seconds with reactions, in order. */
  reactions: z.array(z.object({ second: Instant, reactions: z.int() })),
})

/** Address of the stream, or why there is none yet. */
export const LiveUrl = z.object({ url: z.string().optional(), message: z.string().optional() })

/** Normalized like on the client, then counted. */
const TalkText = z.string().transform((text, context) => {
  const problem = talkProblem(text)
  const field = fieldName('message')
  const message = problem === 'long' ? tooLong(field, TALK_MAX_CHARS) : required(field)
  if (problem) context.addIssue({ code: 'custom', message, input: text })
  return problem ? z.NEVER : tidyTalk(text)
})

/** Moderation of a talk: minimum interval between two messages of one person, and banned words. */
export const TalkSetting = z.object({
  slow_seconds: z.int().min(0).max(SLOW_SECONDS_MAX),
  ng_words: z.array(z.string().trim().min(1).max(NG_WORD_MAX)).max(NG_WORDS_MAX),
})

/** A language without captions and one that is unknown are both 404. */
const InLanguage = ById.extend({ language: z.string() })
const ByName = z.object({ name: z.string() })
const Cursor = z.string().regex(CURSOR).transform(fromCursor)

export const shapes = {
  getLiveUrl: { params: ById, output: LiveUrl },
  getArchiveUrl: { params: ById, output: LiveUrl },
  listTalk: {
    params: ById,
    query: z.object({
      offset: z.coerce.number().int().min(1).max(TALK_PAGE_MAX).default(TALK_PAGE_SIZE),
      point: Cursor.optional(),
      after: Cursor.optional(),
    }),
    output: z.array(TalkMessage),
  },
  followTalk: { params: ById, output: TalkMessage },
  postTalk: {
    params: ById,
    body: z.object({
      message: TalkText,
      client_id: z.string().min(1).max(TALK_CLIENT_ID_MAX).optional(),
      reply_to: Cursor.optional(),
      question: z.boolean().optional(),
      /** A stamp of the event's room: the line is the stamp, and its name takes the place of `message`. */
      stamp_id: z.string().optional(),
    }),
    output: TalkMessage,
  },
  reactToTalk: {
    params: ById,
    query: z.object({ count: z.coerce.number().int().min(1).max(REACTIONS_AT_ONCE) }),
  },
  getReplay: { params: ById, query: z.object({ from: Instant }), output: Replay },
  getPinned: { params: ById, output: Pinned },
  putPinned: { params: ById, body: z.object({ message_id: Cursor.nullable() }) },
  listQuestions: { params: ById, output: z.array(TalkMessage) },
  answerQuestion: {
    params: ById.extend({ message_id: z.string() }),
    body: z.object({ answered: z.boolean() }),
  },
  listCaptions: { params: ById, output: z.array(z.object({ language: CaptionLanguage })) },
  getCaption: { params: InLanguage, output: z.object({ text: z.string() }) },
  putCaption: { params: InLanguage },
  deleteCaption: { params: InLanguage },
  listBanned: { params: ById, output: z.array(Member) },
  banFromTalk: { params: ById, body: ByName },
  unbanFromTalk: { params: ById, body: ByName },
  getTalkSetting: { params: ById, output: TalkSetting },
  putTalkSetting: { params: ById, body: TalkSetting, output: TalkSetting },
  deleteTalk: { params: ById.extend({ message_id: z.string() }) },
}
