import { Suspense } from 'react'
import type { DigitalTicket, OwnDigitalTicket, OwnTicketType } from '#contract/tickets/calls.ts'
import { Filled } from '#pwa/features/dashboard/Filled.tsx'
import { TicketTitle } from '#pwa/features/tickets/TicketTitle.tsx'
import { allowedLabel, untilLabel } from '#pwa/features/tickets/ticket-labels.ts'
import { ticketPrice } from '#pwa/features/tickets/type-labels.ts'
import { count, dayAndTime, dayLabel, formatPrice, time } from '#pwa/lib/format.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { TicketNext } from '#pwa/ui/tickets/TicketNext.tsx'
import { waitingFacts } from '../OfferHours.tsx'
import { resaleFacts } from '../ResaleUntil.tsx'
import css from './OwnTicket.module.css'
import { numberLabel, ownTicketLabel } from './own-ticket-label.ts'

const SalePreview = lazyComponent(async () => (await import('./SalePreview.tsx')).SalePreview)

/** How many of the owner's digital tickets are sold. */
export const OwnTicketSales = ({ ticket }: { ticket: OwnDigitalTicket }) =>
  !ticket.open_fields.includes('capacity') && (
    <Section title="販売の状況">
      <Sales ticket={ticket} />
    </Section>
  )

/** One of the owner's digital tickets: details, and how others see it. */
export const OwnTicket = ({ ticket }: { ticket: OwnDigitalTicket }) => (
  <>
    <Section title="チケットの内容">
      <Contents ticket={ticket} />
    </Section>
    {!ticket.open_fields.includes('start') && (
      <Section title="ほかの人からの見え方">
        <div className="stack">
          <Preview ticket={ticket} />
          {ticket.status !== 'cancelled' && !ticket.open_fields.includes('amount') && (
            <Suspense>
              <SalePreview ticket={ticket} />
            </Suspense>
          )}
        </div>
      </Section>
    )}
  </>
)

function Sales({ ticket }: { ticket: OwnDigitalTicket }) {
  const { capacity, taken, remaining } = ticket
  const now = useNow()
  return (
    <Card padded>
      <p className={css.sold}>
        <b>{count(taken)}</b>枚
        <span className="small muted">{ownTicketLabel(ticket, now).label}</span>
      </p>
      <Filled taken={taken} capacity={capacity} />
      <Facts
        facts={[
          {
            term: '料金',
            value: ticket.open_fields.includes('amount') ? UNSAID : ticketPrice(ticket),
          },
          { term: '残り', value: `${count(remaining)}枚` },
          ...waitingFacts(ticket.waiting, ticket.wanted),
          ...resaleFacts(ticket),
          ...ticket.types.map((type) => ({ term: type.name, value: soldOf(type) })),
        ]}
      />
    </Card>
  )
}

/** Sold and all places of a type, and who waits for it; one that shares those of the ticket has none of its own. */
const soldOf = ({ amount, taken, capacity, closed, waiting, number_prefix }: OwnTicketType) =>
  [
    formatPrice(amount),
    capacity === null
      ? `${count(taken)}枚（全体の枚数から）`
      : `${count(taken)} / ${count(capacity)}枚`,
    number_prefix && `整理番号の記号は「${number_prefix}」`,
    closed && '販売終了',
    waiting > 0 && `キャンセル待ち${count(waiting)}人`,
  ]
    .filter(Boolean)
    .join('・')

const UNSAID = '未定'

const Contents = ({ ticket }: { ticket: OwnDigitalTicket }) => (
  <Card padded>
    <Facts
      facts={[
        { term: '会場', value: ticket.venue || UNSAID },
        { term: '開場', value: momentOf(ticket, 'start', ticket.opens_at) },
        { term: '開演', value: momentOf(ticket, 'start', ticket.starts_at) },
        { term: '有効期限', value: momentOf(ticket, 'end', ticket.valid_until, ' まで') },
        { term: '購入', value: ticket.members_only ? 'メンバーだけ' : '誰でも' },
        { term: '譲渡', value: allowedLabel(!ticket.no_transfer) },
        ...(ticket.named ? [{ term: '種類', value: '特定興行入場券' }] : []),
        { term: '再入場', value: allowedLabel(ticket.reentry) },
        { term: '整理番号', value: numberLabel(ticket) },
      ]}
    />
    {ticket.about && <p className={css.about}>{ticket.about}</p>}
  </Card>
)

/** 未定 if the draft has no value. */
const momentOf = ({ open_fields }: DigitalTicket, name: string, at: string, after = '') =>
  open_fields.includes(name) ? UNSAID : `${dayAndTime(at)}${after}`

function Preview({ ticket }: { ticket: DigitalTicket }) {
  const { id, room, image_path, title, starts_at, opens_at, venue } = ticket
  const now = useNow()
  return (
    <TicketNext
      to={paths.roomTicket(room.id, id)}
      picture={image_path}
      tint={room.tint}
      until={ticket.valid_until < now ? '終了' : untilLabel(starts_at, now)}
      title={<TicketTitle>{title}</TicketTitle>}
      when={`${dayLabel(starts_at)} 開場${time(opens_at)}`}
      where={venue}
      number={null}
      open="公開ページを見る"
    />
  )
}
