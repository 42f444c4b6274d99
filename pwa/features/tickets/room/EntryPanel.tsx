import { Link } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { salesStart } from '#contract/shared/rules.ts'
import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { asTyped, typeSalesEnd } from '#contract/tickets/ticket-type.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { acquisitionLabels } from '#pwa/features/events/purchase/acquisition-labels.ts'
import { isOnSale, seatStateOf } from '#pwa/features/events/purchase/seat-state.ts'
import { salesStartLabel } from '#pwa/features/events/sales-start.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import type { Choice } from '#pwa/lib/choice-path.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { SeatCount, useSeatCount } from '../companions/SeatCount.tsx'
import { CodeField } from '../promotions/CodeField.tsx'
import { codeFor, priceWith, seatsWith, withPresales } from '../promotions/code-prices.ts'
import { type PromotionInUse, usePromotion } from '../promotions/usePromotion.ts'
import { ticketPrice, typesIn } from '../type-labels.ts'
import { CodedOverlay } from './CodedOverlay.tsx'
import { EntrySeatPanel } from './EntrySeatPanel.tsx'
import { TypeChooser } from './TypeChooser.tsx'
import { typedSeatState } from './typed-state.ts'
import { useChosenType } from './useChosenType.ts'

interface EntryPanelProps {
  ticket: TicketOnSale
  room: Room | undefined
}

/** The price of an entry ticket, and the next step to it. */
export function EntryPanel(props: EntryPanelProps) {
  const promotion = usePromotion(props.ticket)
  const Panel = typesIn(props.ticket).length > 0 ? TypedPanel : PlainPanel
  return <Panel {...props} promotion={promotion} />
}

type CodedPanelProps = EntryPanelProps & { promotion: PromotionInUse }

/** A viewer's progress; `remaining`: places that they could buy. */
function useSeatState({ ticket, room }: EntryPanelProps, remaining: number, isEarly: boolean) {
  const session = useSessionState()
  const now = useNow()
  const { status, held, starts_at, members_only, is_owner } = ticket
  const seat = {
    isOwner: is_owner,
    isCancelled: status === 'cancelled',
    isHeld: held,
    isEarly,
    isOver: starts_at <= now || (room !== undefined && room.state !== 1),
    remaining,
    forMembers: members_only,
  }
  return seatStateOf(seat, room, session.at)
}

/** What is offered to the viewer of a ticket which is nearly or quite sold out; null: nothing, or not known yet. */
function useOffer({ id, remaining, held, max_seats = 1, resale }: TicketOnSale) {
  const { at } = useSessionState()
  const params = { kind: 'digital_ticket', id } as const
  const enabled = at === 'member' && !held && (remaining < max_seats || resale === true)
  const { data } = useLoad(waitlist.getWait, { params }, { enabled })
  return enabled && data?.state === 'offered' ? data : null
}

function PlainPanel({ ticket, room, promotion }: CodedPanelProps) {
  const now = useNow()
  const { amount: price, starts_at, valid_until, remaining } = ticket
  const isEarly = (salesStart(price, valid_until) ?? '') > now
  const state = useSeatState({ ticket, room }, remaining, isEarly)
  const onSale = isOnSale(state)
  const offer = useOffer(ticket)
  const offered = offer?.seats ?? null
  const resale = offer ? offer.resale : ticket.resale
  // A seat that is offered to somebody, or that a holder gave back, is sold at its price.
  const takesCode = promotion.isTaken && onSale && !resale && offered === null
  const code = takesCode ? promotion.code : null
  const amount = priceWith(price, code)
  const count = useSeatCount(
    offered === null ? ticket : { ...ticket, max_seats: offered },
    offered ?? (state === 'full' ? ticket.capacity : seatsWith(remaining, code)),
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

function saleEndLabel(type: TicketType, ticket: TicketOnSale) {
  const end = typeSalesEnd(type, ticket)
  const until = end === ticket.starts_at ? `開演（${dayAndTime(end)}）` : dayAndTime(end)
  return `${until}まで${acquisitionLabels(type.amount).sale}`
}

/** Places of a type that one person could buy at once. */
const placesOf = ({ remaining, per_person }: TicketType) =>
  Math.min(remaining, per_person ?? remaining)

/** The same for a ticket with types, of which one is chosen first. */
function TypedPanel({ ticket: offered, room, promotion }: CodedPanelProps) {
  const now = useNow()
  const ticket = withPresales(offered, promotion.code)
  const { chosen, choose } = useChosenType(ticket)
  const state = typedSeatState(useSeatState({ ticket, room }, 1, false), ticket, chosen, now)
  const onSale = isOnSale(state)
  const bought = onSale && chosen ? chosen : null
  const code = bought && codeFor(promotion.code, bought.id)
  const amount = bought ? priceWith(bought.amount, code) : 0
  const count = useSeatCount(ticket, bought ? seatsWith(placesOf(bought), code) : 1)
  const price = (bought?.amount ?? 0) * count.seats
  const carried = choiceOf(count.seats, bought, promotion)
  const mayTakeCode = onSale || state === 'choose' || state === 'early'
  return (
    <EntrySeatPanel
      ticket={ticket}
      room={room}
      what={bought ? `入場チケット（${bought.name}）` : '入場チケット'}
      amount={bought ? amount * count.seats : ticket.amount}
      {...(!bought && { price: ticketPrice(ticket) })}
      choice={
        <>
          <TypeChooser
            ticket={ticket}
            chosen={bought}
            onChoose={onSale || state === 'choose' ? choose : null}
          />
          {bought && count.max > 1 && <SeatCount count={count} amount={amount} />}
          {promotion.isTaken && mayTakeCode && (
            <CodeField
              ticket={ticket}
              promotion={promotion}
              carried={carried}
              sums={bought && { price, paid: amount * count.seats }}
              isOther={bought !== null && code === null}
            />
          )}
          {ticket.types.some(({ refused }) => refused === 'members') && (
            <Link className="link small" to={paths.room(ticket.room.id)}>
              ルームに参加すると、メンバーのみの券種も購入できます
            </Link>
          )}
        </>
      }
      state={state}
      carried={carried}
      note={bought && saleEndLabel(bought, ticket)}
      sheet={(onClose, joining) =>
        chosen && (
          <CodedOverlay
            promotion={promotion}
            {...{ seats: count.seats, type: chosen, code, joining, onClose }}
            ticket={asTyped(ticket, chosen)}
          />
        )
      }
    />
  )
}

/** One seat is chosen unless told otherwise. */
const choiceOf = (
  seats: number,
  type: TicketType | null,
  { carried: code }: PromotionInUse,
): Choice => ({
  ...(type && { type: type.id }),
  ...(seats > 1 && { seats: String(seats) }),
  ...(code && { code }),
})
