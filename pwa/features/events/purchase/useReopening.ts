import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'
import type { OpenForm } from './Acquire.tsx'
import type { SeatState } from './seat-state.ts'

/**
 * Opens the form of a payment that was started before the page was loaded anew, for example by the bank's check, also where
 * nothing is for sale: the buyer's own order may hold the last seat, or have become the ticket that the form then shows.
 * The purchase button opens that form, too, but the button is removed once the page learns that the viewer has a ticket.
 */
export function useReopening(
  { kind, id }: { kind: 'event' | 'digital_ticket'; id: string },
  { state, room }: { state: SeatState; room: Room | undefined },
  open: (form: OpenForm) => void,
) {
  const { pathname } = useLocation()
  const isMember = useSessionState().at === 'member'
  const reopen = useEffectEvent(() => {
    if (!purchaseIntent.isOf(pathname) || startedPayment(kind, id).ref() === undefined) return
    open({ joining: state === 'outside' ? room : undefined, close: purchaseIntent.clear })
  })
  // Of the first state that is known: a later one may be the result of the open form.
  const isKnown = isMember && state !== 'unknown'
  useEffect(() => {
    if (isKnown) reopen()
  }, [isKnown])
}
