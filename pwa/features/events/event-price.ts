import type { Event } from '#contract/events/calls.ts'
import { hasKinds } from '#contract/events/live-only.ts'
import { formatPrice, yen } from '#pwa/lib/format.ts'

/** The price of an event, or those of its two kinds. An offline copy of the last release has one. */
export const eventPrice = (event: Pick<Event, 'amount'> & Partial<Pick<Event, 'live_amount'>>) =>
  hasKinds(event)
    ? `${yen(event.live_amount ?? 0)}〜${formatPrice(event.amount)}`
    : formatPrice(event.amount)
