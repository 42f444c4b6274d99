import * as z from 'zod'
import { Yen } from './shared.schema.ts'

const Profit = z.object({ profit: Yen })
const Day = z.iso.date()

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
  }),
})

export const shapes = {
  getProceeds: {
    query: z.object({ start: Day.optional(), end: Day.optional() }),
    output: Proceeds,
  },
}
