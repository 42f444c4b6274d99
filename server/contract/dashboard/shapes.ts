import * as z from 'zod'
import { FIRST_DAY, LAST_DAY } from '../shared/limits.ts'
import { Instant, Paging, Yen } from '../shared/shared.schema.ts'
import { INSIGHT_DAYS } from './calls.ts'

const Profit = z.object({ profit: Yen })
const Day = z.iso.date()
const AskedDay = Day.refine((day) => day >= FIRST_DAY && day <= LAST_DAY)

/** Days are JST days. */
export const Proceeds = z.object({
  sum: Profit,
  today: Profit,
  yesterday: Profit,
  seven_days: Profit,
  term: z.object({
    start: Day,
    end: Day,
    profit: Yen,
    days: z.array(z.object({ date: Day, profit: Yen })),
  }),
  balance: z.object({
    held: Yen,
    available: Yen,
    in_transit: Yen,
    paid: Yen,
    blocked: z.array(z.object({ amount: Yen, reason: z.string() })),
    /** Paid by buyers but not in the ledger yet: counted, less fees, once the provider reports them. */
    unbooked: Yen,
  }),
})

export const InsightDay = z.object({
  date: Day,
  /** Earnings after fees. */
  sales: Yen,
  joined: z.int(),
  left: z.int(),
  /** At the end of the day. */
  members: z.int(),
  /** Monthly fees of the members at the end of the day, by the fee that each pays now. */
  recurring: Yen,
})

const Period = z.object({
  start: Day,
  end: Day,
  sales: Yen,
  joined: z.int(),
  left: z.int(),
  members: z.int(),
  recurring: Yen,
  /** Members at the start of the period, and how many of them are members at its end. */
  kept: z.object({ of: z.int(), members: z.int() }),
  days: z.array(InsightDay),
})

export const Insights = z.object({
  now: Period,
  /** The same number of days before. */
  before: Period,
  /** Purchases by the link that led to them, most first; null: by none. */
  sources: z.array(z.object({ link: z.string().nullable(), orders: z.int(), amount: Yen })),
})

const Told = z.object({ id: z.string(), title: z.string(), start: Instant })

/** Valid tickets at the end of each day before the start. */
const SellThrough = Told.extend({
  capacity: z.int(),
  tickets: z.int(),
  days: z.array(z.object({ before: z.int(), tickets: z.int() })),
})

const Evening = Told.extend({
  minutes: z.array(
    z.object({ at: Instant, people: z.int(), messages: z.int(), reactions: z.int() }),
  ),
})

export const EventInsights = z.object({
  next: SellThrough.nullable(),
  last: SellThrough.nullable(),
  /** The latest evenings whose minutes were counted, newest first; two at most. */
  evenings: z.array(Evening),
})

export const Announced = z.object({
  id: z.string(),
  title: z.string(),
  created_at: Instant,
  /** Members who got it, and how many of them opened it. */
  delivered: z.int(),
  read: z.int(),
})

const ForDays = z.object({ days: z.coerce.number().pipe(z.literal(INSIGHT_DAYS)).default(30) })

export const shapes = {
  getProceeds: {
    query: z.object({ start: AskedDay.optional(), end: AskedDay.optional() }),
    output: Proceeds,
  },
  getInsights: {
    query: ForDays,
    output: Insights,
  },
  exportInsights: { query: ForDays },
  getEventInsights: { output: EventInsights },
  listAnnounced: { query: Paging, output: z.array(Announced) },
}
