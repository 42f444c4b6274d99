import * as z from 'zod'
import { LINKS_MAX, TEXT_LINES_MAX, TEXT_RAW_MAX } from './limits.ts'
import { LINKS_WRONG, PRICE_WRONG } from './messages.ts'
import { Price } from './shared.schema.ts'
import { tidyText } from './tidy.ts'

/** A form's field: text, and nothing said where it is empty. */
export const field = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), inner.optional()).optional()
/** The same where emptiness says something of its own. */
export const clearable = <T extends z.ZodType>(inner: T) =>
  z.union([z.literal(''), inner]).optional()
/** What others read, without what nobody sees. The raw length comes first: tidying takes its time. */
const tidied = (mostLines: number) =>
  z
    .string()
    .max(TEXT_RAW_MAX)
    .transform((written) => tidyText(written, mostLines))
export const text = tidied(TEXT_LINES_MAX)
/** A title, or a name. */
export const line = tidied(1)
export const whole = (least: number, most: number, error: string) =>
  z
    .string({ error })
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.int({ error }).min(least, { error }).max(most, { error }))
/** Years of five digits would not sort as the others do. */
const MOMENTS_END = Date.parse('3000-01-01T00:00:00Z')
export const moment = (error: string) =>
  z.iso
    .datetime({ error })
    .refine((at) => Date.parse(at) < MOMENTS_END, { error })
    .transform((at) => new Date(at).toISOString())
export const flag = (error: string) =>
  z.enum(['0', '1'], { error }).transform((said) => (said === '1' ? 1 : 0))
export const tooMany = (what: string, most: number) =>
  `${what}は${most.toLocaleString('ja')}文字以内で入力してください`
export const price = z
  .string({ error: PRICE_WRONG })
  .regex(/^\d{1,9}$/, { error: PRICE_WRONG })
  .transform(Number)
  .pipe(Price)
/** A new picture; an empty text takes away the one that is there. */
export const picture = z
  .union([z.file(), z.literal('')], { error: '画像を選んでください' })
  .optional()

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
    .refine((url) => new URL(url).username === '', {
      error: 'のURLに、ユーザー名やパスワードは入れられません',
    }),
})
export type Link = z.output<typeof Link>

/** Links in their order, as JSON in a field: what is wrong says with which of them. */
export const links = z.string().transform((json, context): Link[] => {
  const given = parsed(json)
  if (!Array.isArray(given) || given.length > LINKS_MAX.count) {
    context.addIssue({ code: 'custom', message: LINKS_WRONG })
    return z.NEVER
  }
  const found = z.array(Link).safeParse(given)
  if (found.success) return found.data
  for (const { path, message } of found.error.issues)
    context.addIssue({
      code: 'custom',
      message: path.length > 1 ? `${Number(path[0]) + 1}つ目のリンク${message}` : LINKS_WRONG,
    })
  return z.NEVER
})

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
/** A file of a form that has arrived, and where it lies until somebody takes it; its name is only what somebody said. */
export interface Arrived {
  path: string
  size: number
}
const isArrived = (value: unknown): value is Arrived =>
  typeof value === 'object' && value !== null && 'path' in value && 'size' in value

/** A file, or the id of one that was uploaded before; an empty text takes away the one that is there. */
export const attachment = z
  .union([z.custom<Arrived>(isArrived), z.string().max(64)], {
    error: 'ファイルを選んでください',
  })
  .optional()
