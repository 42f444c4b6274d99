import * as z from 'zod'
import { parseJson } from '../lib/parse-json.ts'
import { tidyText } from '../lib/tidy.ts'
import { PRICE_WRONG } from '../orders/messages.ts'
import { LINKS_MAX, TEXT_LINES_MAX, TEXT_RAW_MAX } from './limits.ts'
import { LINKS_WRONG } from './messages.ts'
import { Price } from './shared.schema.ts'
import { joinTags, TAG_TOO_LONG, TAGS_MAX, TAGS_TOO_MANY, tagsIn } from './tags.ts'

/** A form field: text; empty counts as omitted. */
export const field = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), inner.optional()).optional()
/** A form field for which an empty text has its own meaning. */
export const clearable = <T extends z.ZodType>(inner: T) =>
  z.union([z.literal(''), inner]).optional()
/** Normalized text without invisible characters. The raw length is checked first: normalizing a long text is slow. */
const tidied = (mostLines: number) =>
  z
    .string()
    .max(TEXT_RAW_MAX)
    .transform((written) => tidyText(written, mostLines))
export const text = tidied(TEXT_LINES_MAX)
/** A title, or a name. */
export const line = tidied(1)
export const whole = (least: number, max: number, error: string) =>
  z
    .string({ error })
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.int({ error }).min(least, { error }).max(max, { error }))
/** One of these whole numbers. */
export const oneOf = (choices: readonly number[], error: string) =>
  whole(0, Math.max(...choices), error).refine((chosen) => choices.includes(chosen), { error })
/** Years with five digits would not sort as text. */
const MOMENTS_END = Date.parse('3000-01-01T00:00:00Z')
export const moment = (error: string) =>
  z.iso
    .datetime({ error })
    .refine((at) => Date.parse(at) < MOMENTS_END, { error })
    .transform((at) => new Date(at).toISOString())
export const flag = (error: string) =>
  z.enum(['0', '1'], { error }).transform((value): 0 | 1 => (value === '1' ? 1 : 0))
export const tooLongText = (what: string, max: number) =>
  `${what}は${max.toLocaleString('ja')}文字以内で入力してください`
export const price = z
  .string({ error: PRICE_WRONG })
  .regex(/^\d{1,9}$/, { error: PRICE_WRONG })
  .transform(Number)
  .pipe(Price)

const Link = z.object({
  title: line.pipe(
    z
      .string()
      .min(1, { error: 'の名前を入力してください' })
      .max(LINKS_MAX.title, { error: `の名前は${LINKS_MAX.title}文字以内で入力してください` }),
  ),
  url: z
    .url({
      protocol: /^https?$/,
      hostname: z.regexes.domain,
      error: 'のURLは https:// から入力してください',
    })
    .max(LINKS_MAX.url, { error: `のURLは${LINKS_MAX.url}文字以内で入力してください` })
    // This check also runs on invalid URLs.
    .refine((url) => !URL.canParse(url) || new URL(url).username === '', {
      error: 'のURLに、ユーザー名やパスワードは入れられません',
    }),
})
export type Link = z.output<typeof Link>

/** Ordered links, as JSON in a field; an error names the link. */
export const links = z.string().transform((json, context): Link[] => {
  const value = parseJson(json)
  if (!Array.isArray(value) || value.length > LINKS_MAX.count) {
    context.addIssue({ code: 'custom', message: LINKS_WRONG })
    return z.NEVER
  }
  const result = z.array(Link).safeParse(value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues)
    context.addIssue({
      code: 'custom',
      message: path.length > 1 ? `${Number(path[0]) + 1}つ目のリンク${message}` : LINKS_WRONG,
    })
  return z.NEVER
})

/** Tags in one text, as `splitTags` reads them; empty: none. */
export const tags = z
  .string()
  .max(TEXT_RAW_MAX)
  .transform((typed, context): string => {
    const found = tagsIn(typed)
    const message =
      (found.length > TAGS_MAX.count && TAGS_TOO_MANY) ||
      (found.some((tag) => tag.length > TAGS_MAX.length) && TAG_TOO_LONG)
    if (!message) return joinTags(found)
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
/** A received file of a form, and its temporary path. Its name is the client's and untrusted. */
export interface Arrived {
  path: string
  size: number
}
const isArrived = (value: unknown): value is Arrived =>
  typeof value === 'object' && value !== null && 'path' in value && 'size' in value

/** A new picture; an empty text removes the current one. */
export const picture = z
  .union([z.custom<Arrived>(isArrived), z.literal('')], { error: '画像を選んでください' })
  .optional()
/** A file, or the id of an earlier upload; an empty text removes the current one. */
export const attachment = z
  .union([z.custom<Arrived>(isArrived), z.string().max(64)], {
    error: 'ファイルを選んでください',
  })
  .optional()
