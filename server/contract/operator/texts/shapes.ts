import * as z from 'zod'
import { line, moment, tooLongText } from '../../shared/form.schema.ts'
import { Instant } from '../../shared/shared.schema.ts'
import { TEXTS } from '../../site/calls.ts'
import { markdown, version } from '../content.schema.ts'
import { LEGAL_MAX } from '../limits.ts'
import { NEWS_MOMENT } from '../messages.ts'
import { Reason } from '../reason.schema.ts'

const slug = z.enum(TEXTS)

const Version = z.object({
  version: z.int(),
  title: z.string(),
  published_at: Instant,
  /** Requires everybody's consent again. */
  consent: z.boolean(),
  source: z.enum(['operator', 'file', 'release']),
  /** A handle; null if it came with a release, or was published from the shell. */
  by: z.string().nullable(),
  state: z.enum(['planned', 'standing', 'former']),
})

const Draft = z.object({
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  consent: z.boolean(),
  publish_at: Instant.nullable(),
  version: z.int(),
  updated_at: Instant,
  by: z.string().nullable(),
})

const OwnTextRow = z.object({
  slug,
  title: z.string(),
  version: z.int(),
  published_at: Instant,
  has_draft: z.boolean(),
  /** Planned date of the next version. */
  planned_at: Instant.nullable(),
})

export const OwnText = z.object({
  slug,
  title: z.string(),
  /** Markdown of the current version. */
  body: z.string(),
  version: z.int(),
  /** Number of the next version. */
  next: z.int(),
  /** Whether consent can be required again. */
  may_ask: z.boolean(),
  draft: Draft.nullable(),
  /** Newest first. */
  versions: z.array(Version),
})

const BySlug = z.object({ slug })
const ByVersion = BySlug.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000) })
const title = line.pipe(
  z
    .string()
    .min(1, { error: 'タイトルを入力してください' })
    .max(LEGAL_MAX.title, { error: tooLongText('タイトル', LEGAL_MAX.title) }),
)

export const shapes = {
  listTexts: { output: z.array(OwnTextRow) },
  getOwnText: { params: BySlug, output: OwnText },
  getVersion: {
    params: ByVersion,
    output: z.object({ title: z.string(), body: z.string(), body_html: z.string() }),
  },
  saveDraft: {
    params: BySlug,
    body: z.object({
      title,
      body: markdown('本文', LEGAL_MAX.body).pipe(
        z.string().min(1, { error: '本文を入力してください' }),
      ),
      consent: z.boolean().default(false),
      publish_at: moment(NEWS_MOMENT).nullable().default(null),
      version,
    }),
    output: OwnText,
  },
  deleteDraft: { params: BySlug, body: z.object({ version }) },
  publishText: { params: BySlug, body: z.object({ version, reason: Reason }), output: OwnText },
  cancelPlannedVersion: { params: ByVersion, body: z.object({ reason: Reason }), output: OwnText },
  previewText: {
    body: z.object({
      /** News have no placeholders for facts of the deployment. */
      kind: z.enum(['news', 'text', 'help']),
      body: z.string().max(LEGAL_MAX.body * 2),
    }),
    output: z.object({
      body_html: z.string(),
      /** Unknown placeholders. */
      unknown: z.array(z.string()),
    }),
  },
}
