import type { Event } from './calls.ts'

/** The two kinds of ticket of an event whose archive is sold apart (券種). */
export const LIVE_ONLY = '配信のみ'
export const WITH_ARCHIVE = '配信＋見逃し配信'

/** The name of a kind; null: of an event that is sold in one kind. */
export const kindName = (liveOnly: boolean | 0 | 1 | null): string | null =>
  liveOnly === null ? null : liveOnly ? LIVE_ONLY : WITH_ARCHIVE

type Priced = Pick<Event, 'amount'> & Partial<Pick<Event, 'live_amount'>>

/** Whether an event is sold in two kinds. An offline copy of the last release does not know. */
export const hasKinds = ({ live_amount = null }: Partial<Pick<Event, 'live_amount'>>): boolean =>
  live_amount !== null

/** An event as it is sold: with the price of the kind; `liveOnly` is null if there is only one. */
export const asSold = <T extends Priced>(event: T, liveOnly: boolean) => {
  const { amount, live_amount = null } = event
  if (live_amount === null) return { ...event, liveOnly: null }
  return { ...event, amount: liveOnly ? live_amount : amount, liveOnly }
}

/** The kind of the viewer's ticket, by name; null: of an event that is sold in one kind. */
export const heldKind = (
  event: Partial<Pick<Event, 'live_amount' | 'live_only'>>,
): string | null => (event.live_only || hasKinds(event) ? kindName(event.live_only ?? false) : null)
