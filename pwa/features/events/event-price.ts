import type { Event } from '#contract/events/calls.ts'
import { formatPrice, yen } from '#pwa/lib/format.ts'

/** The price of an event; of two kinds, the lower one. An offline copy of the last release has one. */
export const eventPrice = ({
  amount,
  live_amount = null,
}: Pick<Event, 'amount'> & Partial<Pick<Event, 'live_amount'>>) =>
  live_amount === null ? formatPrice(amount) : `${yen(live_amount)}〜（税込）`
