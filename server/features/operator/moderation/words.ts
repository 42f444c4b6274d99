import { lineOf } from '#server/features/inbox/present.ts'

/** What was kept of a thing, as it stood. */
export type Evidence = Record<string, string | null>

/** What it said, in a line: of what has a name, that. */
export const wordsOf = ({ message, title, display_name, text }: Evidence): string =>
  lineOf(message ?? title ?? display_name ?? text ?? '')
