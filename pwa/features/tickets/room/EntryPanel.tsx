import { salesStart } from '#contract/shared/rules.ts'
import { acquisitionLabels } from '#pwa/features/events/purchase/acquisition-labels.ts'
import { isOnSale } from '#pwa/features/events/purchase/seat-state.ts'
import { salesStartLabel } from '#pwa/features/events/sales-start.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { SeatCount, useSeatCount } from '../companions/SeatCount.tsx'
import { CodeField } from '../promotions/CodeField.tsx'
import { priceWith, seatsWith } from '../promotions/code-prices.ts'
import { usePromotion } from '../promotions/usePromotion.ts'
import { typesIn } from '../type-labels.ts'
import { CodedOverlay } from './CodedOverlay.tsx'
import {
  type CodedPanelProps,
  choiceOf,
  type EntryPanelProps,
  EntrySeatPanel,
} from './EntrySeatPanel.tsx'
import { TypedPanel } from './TypedPanel.tsx'
import { useSeatState, useWait } from './useSeatState.ts'

/** The price of an entry ticket, and the next step to it. */
export function EntryPanel(props: EntryPanelProps) {
  const promotion = usePromotion(props.ticket)
  const Panel = typesIn(props.ticket).length > 0 ? TypedPanel : PlainPanel
  return <Panel {...props} promotion={promotion} />
}

function PlainPanel({ ticket, room, promotion }: CodedPanelProps) {
  const now = useNow()
  const { amount: price, starts_at, valid_until, remaining } = ticket
  const isEarly = (salesStart(price, valid_until) ?? '') > now
  const state = useSeatState({ ticket, room }, remaining, isEarly)
  const onSale = isOnSale(state)
  const wait = useWait(ticket, [ticket])
  const offer = wait?.state === 'offered' ? wait : null
  const offered = offer?.seats ?? null
  const resale = offer ? offer.resale : ticket.resale
  // A seat that is offered to somebody, or that a holder gave back, is sold at its price.
  const takesCode = promotion.isTaken && onSale && !resale && offered === null
  const code = takesCode ? promotion.code : null
  const amount = priceWith(price, code)
  const count = useSeatCount(
    offered === null ? ticket : { ...ticket, max_seats: offered },
    offered ?? (onSale ? seatsWith(remaining, code) : ticket.capacity),
    offered ?? 1,
  )
  const choice = count.max > 1 && <SeatCount count={count} amount={amount} />
  const carried = choiceOf(count.seats, null, promotion)
  return (
    <EntrySeatPanel
      ticket={ticket}
      room={room}
      what={resale ? '入場チケット（公式リセール）' : '入場チケット'}
      amount={amount * count.seats}
      choice={
        (onSale || offered !== null) && (
          <>
            {choice}
            {takesCode && (
              <CodeField
                ticket={ticket}
                promotion={promotion}
                carried={carried}
                sums={{ price: price * count.seats, paid: amount * count.seats }}
                isOther={false}
              />
            )}
          </>
        )
      }
      group={choice && { seats: count.seats, choice }}
      state={state}
      carried={carried}
      note={
        state === 'early'
          ? salesStartLabel(price, valid_until)
          : onSale &&
            `開演（${dayAndTime(starts_at)}）まで${acquisitionLabels(amount).sale}・残り${remaining}枚`
      }
      sheet={(onClose, joining) => (
        <CodedOverlay
          promotion={takesCode ? promotion : null}
          {...{ seats: count.seats, type: null, code, joining, onClose }}
          ticket={{ ...ticket, held_until: offer?.until ?? null, resale }}
        />
      )}
    />
  )
}
