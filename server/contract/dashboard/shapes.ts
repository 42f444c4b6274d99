import * as z from 'zod'
import { FIRST_DAY, LAST_DAY } from '../shared/limits.ts'
import { Yen } from '../shared/shared.schema.ts'

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

export const shapes = {
  getProceeds: {
    query: z.object({ start: AskedDay.optional(), end: AskedDay.optional() }),
    output: Proceeds,
  },
}
