import type {
  ClientId,
  Code,
  FilePath,
  Flag,
  Id,
  Instant,
  OperatorText,
  PersonalFile,
  PersonalJson,
  PersonalText,
  PublicText,
  Unexported,
} from './types.ts'

export interface Thread {
  id: Id
  room_id: Id
  author_id: Id
  title: PublicText<'author_id'>
  text: PublicText<'author_id'>
  pinned: Flag
  /** Its beginning is shown to those who are not members. */
  is_previewed: Flag
  comments: number
  reactions: number
  created_at: Instant
  updated_at: Instant
  /** The decision that hid it, until that is reversed. */
  hidden_by: Id | null
}

export interface ThreadMedia {
  id: Id
  thread_id: Id
  kind: 'image' | 'audio' | 'video'
  position: number
  path: PersonalFile<'thread_id'>
  small_path: Unexported<PersonalFile<'thread_id'>, 'made from the file'> | null
  thumbnail_path: Unexported<PersonalFile<'thread_id'>, 'made from the file'> | null
  width: number | null
  height: number | null
  /** Disk usage of all its files; 0 for files of the demo. */
  bytes: number
}

/** An upload in progress; its chunks are stored under `arriving/` by this id. */
export interface Upload {
  id: Id
  user_id: Id
  size: number
  created_at: Instant
  touched_at: Instant
}

/** The conversion of an upload that not every browser can play. */
export interface Conversion {
  upload_id: Id
  user_id: Id
  kind: 'audio' | 'video'
  /** `queued`: handed to the workers; one at a time of each person. */
  state: 'waiting' | 'queued' | 'running' | 'ready' | 'failed'
  percent: number
  /** The upload that holds the converted file, and the one with a picture out of a film. */
  result_id: Id | null
  thumbnail_id: Id | null
  created_at: Instant
  touched_at: Instant
}

/** An orphaned file, which no row references: deleted after a while. */
export interface OrphanedFile {
  path: FilePath
  created_at: Instant
}

export interface Comment {
  id: Id
  thread_id: Id
  author_id: Id
  parent_id: Id | null
  /** Id from the author's device: a repeated request finds the same row. */
  client_id: ClientId | null
  text: PublicText<'author_id'>
  created_at: Instant
  hidden_by: Id | null
}

export interface Reaction {
  thread_id: Id
  user_id: Id
  created_at: Instant
}

export interface Report {
  id: Id
  reporter_id: Id
  kind: 'room' | 'event' | 'thread' | 'comment' | 'talk' | 'message' | 'user'
  target_id: Id
  event_id: Id | null
  /** Author of the reported content; null for the service itself. */
  author_id: Id | null
  category: Code
  reason: PersonalText<'reporter_id'>
  /** JSON: the reported content at that time. */
  evidence: Unexported<PersonalJson<'author_id'>, 'handed in by somebody else'>
  status: 'open' | 'upheld' | 'dismissed'
  decided_by: Id | null
  decided_at: Instant | null
  created_at: Instant
  moderation_id: Id | null
}

/** A conversation between a room and a member, an announcement of a room, or a message of the service. */
export interface Conversation {
  id: Id
  kind: 'room' | 'announcement' | 'system'
  room_id: Id | null
  /** For the kind `room`: the member who writes with the owner. */
  member_id: Id | null
  title: PersonalText<'room_id'>
  last_text: Unexported<PersonalText<'room_id'>, 'the copy of a text in the export'>
  last_at: Instant
  created_at: Instant
}

export interface ConversationMember {
  conversation_id: Id
  user_id: Id
  unread: number
  last_read_at: Instant | null
}

export interface Message {
  id: Id
  conversation_id: Id
  author_id: Id | null
  text: PersonalText<'author_id'>
  created_at: Instant
  /** Id from the author's device: makes sending idempotent. */
  client_id: ClientId | null
  hidden_by: Id | null
}

export interface Announcement {
  id: Id
  room_id: Id
  author_id: Id
  title: Unexported<PublicText<'author_id'>, 'the title of its conversation'>
  text: Unexported<PublicText<'author_id'>, 'the message of its conversation'>
  created_at: Instant
  client_id: ClientId | null
}

export interface Feedback {
  id: Id
  user_id: Id | null
  category: Code
  text: PersonalText<'user_id'>
  created_at: Instant
}

/** An operator's decision. */
export interface Moderation {
  id: Id
  cause: 'report' | 'takedown'
  kind: Report['kind']
  target_id: Id
  event_id: Id | null
  author_id: Id | null
  outcome: 'upheld' | 'dismissed'
  /** Whether something was hidden. */
  hidden: Flag
  /** Shown to the affected people. */
  reason: OperatorText
  /** Null: from the shell. */
  decided_by: Id | null
  decided_at: Instant
  reversed_by: Id | null
  reversed_at: Instant | null
  reversed_for: OperatorText
}

/** A takedown request, by a person with or without an account. */
export interface Takedown {
  id: Id
  /** Reference number for the requester. */
  number: number
  kind: 'room' | 'event' | 'thread' | 'user'
  target_id: Id
  author_id: Id | null
  url: PersonalText<'author_id'>
  /** The content at the time of the request. */
  evidence: Unexported<PersonalJson<'author_id'>, 'handed in by somebody else'>
  claimed: 'copyright' | 'portrait' | 'privacy' | 'defamation' | 'trademark' | 'other'
  /** Shown to the author. */
  claim: PersonalText<'requester_id'>
  /** Requester and represented person; empty once erased. */
  name: PersonalText<'requester_id'>
  email: PersonalText<'requester_id'>
  behalf: PersonalText<'requester_id'>
  requester_id: Id | null
  state: 'open' | 'inquired' | 'accepted' | 'declined'
  created_at: Instant
  /** Deadline for the author's statement, if asked for. */
  inquired_at: Instant | null
  answer_until: Instant | null
  answer: 'agree' | 'object' | null
  answer_text: PersonalText<'author_id'>
  answered_at: Instant | null
  decided_at: Instant | null
  moderation_id: Id | null
}

/** A person or room that is suspended now. */
export interface Suspension {
  kind: 'user' | 'room'
  subject_id: Id
  /** The operator's reason, shown to the person. */
  reason: OperatorText
  /** The room's state before the suspension; null if another suspension holds it. */
  room_state: 1 | 8 | null
  since: Instant
  /** Since when the room is suspended, also by an earlier suspension; null as `room_state`, or from before this. */
  room_since: Instant | null
}

/** A banned word. */
export interface NgWord {
  id: Id
  word: OperatorText
  /** Normalized as for the search: look-alikes are one word. */
  folded: OperatorText
  created_at: Instant
}
