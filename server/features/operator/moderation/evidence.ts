import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import { messageLineOf } from '#server/features/inbox/present.ts'

/** Content as stored at the time of the report. */
const Evidence = z.record(z.string(), z.string().nullable())
export type Evidence = z.output<typeof Evidence>

/** The evidence of a report or a takedown request. */
export const evidenceIn = jsonOf(Evidence)

/** One-line excerpt: the name if there is one. */
export const evidenceText = ({ message, title, display_name, text }: Evidence): string =>
  messageLineOf(message ?? title ?? display_name ?? text ?? '')
