import type { Conversation } from '#contract/inbox.ts'

/** A letter to and fro goes by the other person; what is told to many goes by what it is about. */
export const conversationTitle = ({ kind, title, with: other }: Conversation): string =>
  kind === 'room' && other ? other.display_name : title

/** What a conversation is besides: the room it is in, or who tells it; nothing where the service speaks itself. */
export const conversationNote = ({ kind, title, with: other }: Conversation): string | null =>
  kind === 'room' ? title : (other?.display_name ?? null)
