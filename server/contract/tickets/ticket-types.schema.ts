import * as z from 'zod'
import { plainTicketNumber } from '../door/pattern-number.ts'
import { parseJson } from '../lib/parse-json.ts'
import { line, moment, tooLongText } from '../shared/form.schema.ts'
import { TEXT_RAW_MAX } from '../shared/limits.ts'
import { Price } from '../shared/shared.schema.ts'
import { TICKET_MAX, TICKET_TYPES_MAX, TYPE_COLORS } from './limits.ts'
import { TYPE_NAME_NEEDED, TYPE_PREFIX_WRONG, TYPES_TOO_MANY, TYPES_WRONG } from './messages.ts'

const { count, name, note, perPerson, months } = TICKET_TYPES_MAX
const whole = (least: number, max: number, what: string) => {
  const error = `${what}は${least}〜${max.toLocaleString('ja')}の整数で入力してください`
  return z.int({ error }).min(least, { error }).max(max, { error })
}

const TicketTypeInput = z.object({
  /** Of a stored type; omitted: a new one. */
  id: z.string().max(64).optional(),
  name: line.pipe(
    z
      .string()
      .min(1, { error: TYPE_NAME_NEEDED })
      .max(name, { error: tooLongText('券種の名前', name) }),
  ),
  amount: Price,
  /** Its own places; null: it shares those of the ticket. */
  capacity: whole(1, TICKET_MAX.capacity, '枚数').nullable(),
  sales_from: moment('販売の始まりを正しく入力してください').nullable(),
  sales_until: moment('販売の終わりを正しく入力してください').nullable(),
  /** Tickets of this type that one person may get; null: no limit. */
  per_person: whole(1, perPerson, 'お一人さまの枚数').nullable(),
  /** Null: everybody may buy it; 0: members of the room; else only those who are for so many months. */
  member_months: whole(0, months, '参加の月数').nullable(),
  note: line.pipe(z.string().max(note, { error: tooLongText('受付でのメモ', note) })),
  color: z.enum(TYPE_COLORS, { error: '色を選んでください' }),
  closed: z.boolean(),
  /** 記号 of its own series of 整理番号; null or empty: the series of the ticket; omitted: as stored. */
  number_prefix: line
    .pipe(
      z
        .string()
        .max(TICKET_MAX.prefix, { error: tooLongText('整理番号の記号', TICKET_MAX.prefix) }),
    )
    .refine((prefix) => !/\d$/.test(plainTicketNumber(prefix)), { error: TYPE_PREFIX_WRONG })
    .nullish(),
})
export type TicketTypeInput = z.output<typeof TicketTypeInput>

/** All ticket types in their order, as JSON in a field; an error names the type by its place, and its field. */
export const ticketTypes = z
  .string()
  .max(TEXT_RAW_MAX)
  .transform((json, context): TicketTypeInput[] => {
    const value = parseJson(json)
    if (!Array.isArray(value)) {
      context.addIssue({ code: 'custom', message: TYPES_WRONG })
      return z.NEVER
    }
    if (value.length > count) {
      context.addIssue({ code: 'custom', message: TYPES_TOO_MANY })
      return z.NEVER
    }
    const result = z.array(TicketTypeInput).safeParse(value)
    if (result.success) return result.data
    for (const { path, message } of result.error.issues)
      context.addIssue({ code: 'custom', message, path: [...path] })
    return z.NEVER
  })
