import type { Conversation } from '#contract/inbox/calls.ts'

/** A direct message is titled by the other person, an announcement by its subject. */
export const conversationTitle = ({ kind, title, with: other }: Conversation): string =>
  kind === 'room' && other ? other.display_name : title

/** The subtitle: the room or the sender; none for messages of the service. */
export const conversationNote = ({ kind, title, with: other }: Conversation): string | null =>
  kind === 'room' ? title : (other?.display_name ?? null)
