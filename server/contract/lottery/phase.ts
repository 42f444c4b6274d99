import type { LotteryTimes } from './calls.ts'

/**
 * Where a lottery stands: `planned`: before applications; `open`: for applications; `closed`: the draw is made, its
 * result is not told; `told`: winners buy, and what lapses goes to the next; `over`.
 */
export type LotteryPhase = 'planned' | 'open' | 'closed' | 'told' | 'over'

/** `now`: an instant. */
export function lotteryPhaseAt(times: LotteryTimes, now: string): LotteryPhase {
  const { opens_at, closes_at, announced_at, ends_at } = times
  if (now >= ends_at) return 'over'
  if (now >= announced_at) return 'told'
  if (now >= closes_at) return 'closed'
  return now >= opens_at ? 'open' : 'planned'
}

/** Whether the ticket is sold to nobody but winners: from the setting on, and for good unless the rest is sold. */
export const isLotteryOnly = (lottery: LotteryTimes & { then_sold: boolean }, now: string) =>
  !(lottery.then_sold && lotteryPhaseAt(lottery, now) === 'over')
