import type { Flag, Id, Instant, Json } from './types.ts'

export interface Thread {
  id: Id
  room_id: Id
  author_id: Id
  title: string
  text: string
  pinned: Flag
  comments: number
  reactions: number
  created_at: Instant
  updated_at: Instant
  /** The decision that took it away: nobody reads it until that is undone. */
  hidden_by: Id | null
}

export interface ThreadMedia {
  id: Id
  thread_id: Id
  kind: 'image' | 'audio' | 'video'
  position: number
  path: string
  small_path: string | null
  thumbnail_path: string | null
  width: number | null
  height: number | null
  /** What all its files take of the disk; 0 of those that came with the demo. */
  bytes: number
}

/** A file that somebody is sending us, piece by piece; it lies under `arriving/` by this id. */
export interface Upload {
  id: Id
  user_id: Id
  size: number
  created_at: Instant
  touched_at: Instant
}

/** A file that nothing points at yet, or any more: whatever is still here after a while is removed. */
export interface LooseFile {
  path: string
  created_at: Instant
}

export interface Comment {
  id: Id
  thread_id: Id
  author_id: Id
  parent_id: Id | null
  /** What its author's device calls it: sent again, it is the same one. */
  client_id: string | null
  text: string
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
  target_id: string
  event_id: Id | null
  /** Whose it is that was reported; nobody's where the service itself spoke. */
  author_id: Id | null
  category: string
  reason: string
  /** JSON: what was reported, as it stood then. */
  evidence: string
  status: 'open' | 'upheld' | 'dismissed'
  decided_by: Id | null
  decided_at: Instant | null
  created_at: Instant
  moderation_id: Id | null
}

/** A room's talk with one member, an announcement of a room, or word from the service. */
export interface Conversation {
  id: Id
  kind: 'room' | 'announcement' | 'system'
  room_id: Id | null
  /** Of the kind `room`: who writes with the owner. */
  member_id: Id | null
  title: string
  last_text: string
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
  text: string
  created_at: Instant
  /** How its author names it: sent twice, it is said once. */
  client_id: string | null
  hidden_by: Id | null
}

export interface Announcement {
  id: Id
  room_id: Id
  author_id: Id
  title: string
  text: string
  created_at: Instant
  client_id: string | null
}

export interface Feedback {
  id: Id
  user_id: Id | null
  category: string
  text: string
  created_at: Instant
}

/** What an operator decided of something, whoever asked for it. */
export interface Moderation {
  id: Id
  cause: 'report' | 'takedown'
  kind: Report['kind']
  target_id: string
  event_id: Id | null
  author_id: Id | null
  outcome: 'upheld' | 'dismissed'
  /** Whether it took something away. */
  hidden: Flag
  /** Told to those whom it touches. */
  reason: string
  /** Null from the shell. */
  decided_by: Id | null
  decided_at: Instant
  reversed_by: Id | null
  reversed_at: Instant | null
  reversed_for: string
}

/** Somebody, with or without an account, says that something here violates a right of theirs. */
export interface Takedown {
  id: Id
  /** By which the asker names it. */
  number: number
  kind: 'room' | 'event' | 'thread' | 'user'
  target_id: Id
  author_id: Id | null
  url: string
  /** What it was, as it stood then. */
  evidence: Json
  claimed: 'copyright' | 'portrait' | 'privacy' | 'defamation' | 'trademark' | 'other'
  /** Told to the author. */
  claim: string
  /** The asker's, and for whom they speak; empty once they are forgotten. */
  name: string
  email: string
  behalf: string
  requester_id: Id | null
  state: 'open' | 'inquired' | 'accepted' | 'declined'
  created_at: Instant
  /** The author was asked for their view, and may tell it until then. */
  inquired_at: Instant | null
  answer_until: Instant | null
  answer: 'agree' | 'object' | null
  answer_text: string
  answered_at: Instant | null
  decided_at: Instant | null
  moderation_id: Id | null
}

/** There as long as an operator keeps somebody, or a room, away from the service. */
export interface Suspension {
  kind: 'user' | 'room'
  subject_id: Id
  /** The operator's words, which the person reads. */
  reason: string
  /** The room's state of before, by the suspension that stopped it; null where another one holds it. */
  room_state: 1 | 8 | null
  since: Instant
}

/** A word that nobody may write where others read. */
export interface NgWord {
  id: Id
  word: string
  /** As it is looked for: two that look the same are one. */
  folded: string
  created_at: Instant
}
