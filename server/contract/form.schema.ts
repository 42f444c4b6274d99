import * as z from 'zod'
import { PRICE_WRONG } from './messages.ts'
import { Price } from './shared.schema.ts'

/** A form's field: text, and nothing said where it is empty. */
export const field = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), inner.optional()).optional()
/** Forms end their lines as mails do. */
export const text = z.string().transform((written) => written.replace(/\r\n?/g, '\n').trim())
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
