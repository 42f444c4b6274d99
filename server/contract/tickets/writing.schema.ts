import * as z from 'zod'
import { konbiniDays } from '../payments/konbini-days.schema.ts'
import { RESALE_UNTIL_WRONG } from '../resale/messages.ts'
import {
  clearable,
  field,
  flag,
  line,
  moment,
  oneOf,
  picture,
  price,
  text,
  tooLongText,
  whole,
} from '../shared/form.schema.ts'
import { offerHours } from '../waitlist/offer-hours.schema.ts'
import { MOVE_WAIT_HOURS, NUMBER_MAX, SEATS_MAX, TICKET_MAX } from './limits.ts'
import { ticketTypes } from './ticket-types.schema.ts'

const SKIP_WRONG = '欠番は「4, 9, 40-49」のように入力してください'
/** Parses `4, 9, 40-49` into numbers. */
const skipped = text.transform((written, { addIssue }) => {
  const numbers = new Set<number>()
  for (const part of written.split(/[,、\s]+/).filter(Boolean)) {
    const [from = Number.NaN, last = from] = part.split('-').map(Number)
    const isGood = /^\d{1,6}(-\d{1,6})?$/.test(part) && last - from < TICKET_MAX.skipped
    if (isGood) for (let one = from; one <= last; one++) numbers.add(one)
    if (!isGood || last < from || numbers.size > TICKET_MAX.skipped) {
      addIssue(SKIP_WRONG)
      return z.NEVER
    }
  }
  return [...numbers].sort((a, b) => a - b)
})

const limited = (what: string, max: number, written = text) =>
  written.pipe(z.string().max(max, { error: tooLongText(what, max) }))
const count = (what: string, least: number, max: number) =>
  whole(least, max, `${what}は${least}〜${max.toLocaleString('ja')}の整数で入力してください`)

/** Fields of a digital ticket. Omitted or empty fields stay unchanged, except clearable ones. */
export const TicketWriting = z.object({
  title: field(limited('タイトル', TICKET_MAX.title, line)),
  about: limited('説明', TICKET_MAX.about).optional(),
  venue: field(limited('会場', TICKET_MAX.venue, line)),
  /** Empty: at the start. */
  opens: clearable(moment('開場日時を正しく入力してください')),
  start: field(moment('開演日時を正しく入力してください')),
  end: field(moment('終了日時を正しく入力してください')),
  amount: field(price),
  capacity: field(count('枚数', 1, TICKET_MAX.capacity)),
  /** 券種; an empty list: none. */
  types: ticketTypes.optional(),
  offer_hours: field(offerHours),
  move_wait_hours: field(oneOf(MOVE_WAIT_HOURS, '端末を変えるときの待ち時間を選んでください')),
  /** Until when tickets may be given back by 公式リセール; empty: not at all. */
  resale_until: clearable(moment(RESALE_UNTIL_WRONG)),
  konbini_days: field(konbiniDays),
  max_seats: field(
    whole(1, SEATS_MAX, `一度に買える枚数は1〜${SEATS_MAX}の整数で入力してください`),
  ),
  members_only: field(flag('購入できる方を選んでください')),
  no_transfer: field(flag('譲渡の設定が正しくありません')),
  named: field(flag('特定興行入場券の設定が正しくありません')),
  reentry: field(flag('再入場の設定が正しくありません')),
  number_prefix: limited('整理番号の頭につける文字', TICKET_MAX.prefix, line)
    .pipe(z.string().regex(/^(.*\D)?$/u, { error: '頭につける文字は、数字以外で終えてください' }))
    .optional(),
  number_start: field(count('整理番号の最初の番号', 1, NUMBER_MAX)),
  number_skip: skipped.optional(),
  status: field(z.enum(['draft', 'published'], { error: '公開の設定が正しくありません' })),
  image: picture,
})
export type TicketWriting = z.output<typeof TicketWriting>
