import { messageLineOf } from '#server/features/inbox/present.ts'

/** Content as stored at the time of the report. */
export type Evidence = Record<string, string | null>

/** One-line excerpt: the name if there is one. */
export const evidenceText = ({ message, title, display_name, text }: Evidence): string =>
  messageLineOf(message ?? title ?? display_name ?? text ?? '')
