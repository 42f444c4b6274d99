import type { Lottery } from '#contract/lottery/calls.ts'
import type * as schema from '#server/db/schema/lotteries.ts'

/** What everybody may know. `now`: the server's clock: not a millisecond before the minute of the results. */
export const presentLottery = (row: schema.Lottery, now: string): Lottery => ({
  ...presentSale(row),
  commitment: row.commitment,
  list_hash: row.list_hash,
  told: isTold(row, now),
})

export const presentSale = (
  row: Pick<
    schema.Lottery,
    | 'opens_at'
    | 'closes_at'
    | 'announced_at'
    | 'ends_at'
    | 'buy_days'
    | 'max_group'
    | 'members_first'
    | 'then_sold'
  >,
) => ({
  opens_at: row.opens_at,
  closes_at: row.closes_at,
  announced_at: row.announced_at,
  ends_at: row.ends_at,
  buy_days: row.buy_days,
  max_group: row.max_group,
  members_first: row.members_first === 1,
  then_sold: row.then_sold === 1,
})

/** Whether the result can be read. */
export const isTold = ({ announced_at, drawn_at }: schema.Lottery, now: string) =>
  drawn_at !== null && announced_at <= now
