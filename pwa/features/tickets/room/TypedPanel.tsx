import { Link } from 'react-router-dom'
import type { UsableCode } from '#contract/promotions/calls.ts'
import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { asTyped, typeSalesEnd } from '#contract/tickets/ticket-type.ts'
import { acquisitionLabels } from '#pwa/features/events/purchase/acquisition-labels.ts'
import { isOnSale, type SeatState } from '#pwa/features/events/purchase/seat-state.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { SeatCount, useSeatCount } from '../companions/SeatCount.tsx'
import { CodeField } from '../promotions/CodeField.tsx'
import { codeFor, priceWith, seatsWith, withPresales } from '../promotions/code-prices.ts'
import { ticketPrice, typesIn } from '../type-labels.ts'
import { CodedOverlay } from './CodedOverlay.tsx'
import { type CodedPanelProps, choiceOf, EntrySeatPanel } from './EntrySeatPanel.tsx'
import { TypeChooser } from './TypeChooser.tsx'
import { typedSeatState } from './typed-state.ts'
import { useChosenType } from './useChosenType.ts'
import { useSeatState, useWait } from './useSeatState.ts'

function saleEndLabel(type: TicketType, ticket: TicketOnSale) {
  const end = typeSalesEnd(type, ticket)
  const until = end === ticket.starts_at ? `開演（${dayAndTime(end)}）` : dayAndTime(end)
  return `${until}まで${acquisitionLabels(type.amount).sale}`
}

/** As many of some places as one person may have of a type. */
const placesOf = ({ per_person }: TicketType, places: number) =>
  Math.min(places, per_person ?? places)

/** The seats of the chosen type that are offered to the viewer, or that they may buy or wait for. */
function useTypedSeats(
  ticket: TicketOnSale,
  code: UsableCode | null,
  now: string,
  base: SeatState,
) {
  const wait = useWait(ticket, typesIn(ticket))
  const { chosen, sold, choose } = useChosenType(ticket, wait?.type?.id)
  const isOffered = wait?.state === 'offered' && chosen !== null && wait.type?.id === chosen.id
  const offer = isOffered && isOnSale(base) ? wait : null
  const state = offer ? 'full' : typedSeatState(base, ticket, chosen, now)
  const onSale = isOnSale(state)
  const shown = onSale || state === 'full' ? chosen : null
  const used = shown && onSale && !shown.resale ? codeFor(code, shown.id) : null
  const places =
    sold &&
    (onSale
      ? seatsWith(placesOf(sold, sold.remaining), used)
      : placesOf(sold, Math.min(ticket.capacity, sold.capacity ?? ticket.capacity)))
  const count = useSeatCount(
    offer ? { ...ticket, max_seats: offer.seats } : ticket,
    offer?.seats ?? places ?? 1,
    offer?.seats ?? 1,
  )
  const awaited = wait && ['waiting', 'offered'].includes(wait.state) ? wait.type : null
  return { choose, shown, sold, offer, awaited, state, code: used, count }
}

/** That a purchase of one type ends the wait for another one. */
const EndOfWait = ({ name }: { name: string }) => (
  <p className="note muted">購入すると、「{name}」のキャンセル待ちは終わります</p>
)

/** The price of an entry ticket with types, of which one is chosen first, and the next step to it. */
export function TypedPanel({ ticket: offered, room, promotion }: CodedPanelProps) {
  const now = useNow()
  const ticket = withPresales(offered, promotion.code)
  const base = useSeatState({ ticket, room }, 1, false)
  const { choose, shown, sold, offer, awaited, state, code, count } = useTypedSeats(
    ticket,
    promotion.code,
    now,
    base,
  )
  const onSale = isOnSale(state)
  const amount = shown ? priceWith(shown.amount, code) : 0
  const price = (shown?.amount ?? 0) * count.seats
  const resale = offer ? offer.resale : shown?.resale === true
  const mayTakeCode = !resale && (onSale || state === 'choose' || state === 'early')
  const seatCount = shown && count.max > 1 && <SeatCount count={count} amount={amount} />
  const carried = choiceOf(count.seats, shown, promotion)
  const what = shown && `${shown.name}${resale ? '・公式リセール' : ''}`
  return (
    <EntrySeatPanel
      ticket={ticket}
      room={room}
      what={what ? `入場チケット（${what}）` : '入場チケット'}
      amount={shown ? amount * count.seats : ticket.amount}
      {...(!shown && { price: ticketPrice(ticket) })}
      choice={
        <>
          <TypeChooser
            ticket={ticket}
            chosen={shown}
            onChoose={isOnSale(base) ? choose : null}
            isWaiting={awaited !== null}
          />
          {(onSale || offer) && seatCount}
          {onSale && awaited && awaited.id !== shown?.id && <EndOfWait {...awaited} />}
          {promotion.isTaken && mayTakeCode && (
            <CodeField
              ticket={ticket}
              promotion={promotion}
              carried={carried}
              sums={shown && { price, paid: amount * count.seats }}
              isOther={shown !== null && code === null}
            />
          )}
          {ticket.types.some(({ refused }) => refused === 'members') && (
            <Link className="link small" to={paths.room(ticket.room.id)}>
              ルームに参加すると、メンバーのみの券種も購入できます
            </Link>
          )}
        </>
      }
      type={shown}
      group={seatCount && { seats: count.seats, choice: seatCount }}
      state={state}
      carried={carried}
      note={onSale && shown && saleEndLabel(shown, ticket)}
      sheet={(onClose, joining) =>
        sold && (
          <CodedOverlay
            promotion={mayTakeCode ? promotion : null}
            {...{ seats: count.seats, type: sold, code, joining, onClose }}
            ticket={{ ...asTyped(ticket, sold), held_until: offer?.until ?? null, resale }}
          />
        )
      }
    />
  )
}
