import type { OwnEvent } from '#contract/events/calls.ts'
import { LIVE_ONLY } from '#contract/events/live-only.ts'
import { orders } from '#contract/orders/calls.ts'
import { eventPrice } from '#pwa/features/events/event-price.ts'
import { DeleteArchive } from '#pwa/features/live/studio/DeleteArchive.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { count, dateTime, yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { waitingFacts } from '../OfferHours.tsx'
import { resaleFacts } from '../ResaleUntil.tsx'
import { audienceFacts } from './audience-label.ts'
import { CancelEvent } from './CancelEvent.tsx'
import { SaleRow } from './SaleRow.tsx'

/** The ticket sales of an event, newest first. */
const EventSales = ({ event }: { event: OwnEvent }) => (
  <LoadedList
    of={useList(orders.listSales, { query: { event: event.id } })}
    skeleton={<SkeletonRows count={3} />}
    empty={<p className="small muted">まだ購入はありません。</p>}
    keyOf={({ id }) => id}
  >
    {(sale) => <SaleRow sale={sale} />}
  </LoadedList>
)

interface OwnEventSheetProps {
  event: OwnEvent
  onEdit: () => void
  onClose: () => void
}

/** The details of an owner's event: its sales, refunds and cancellation. */
export function OwnEventSheet({ event, onEdit, onClose }: OwnEventSheetProps) {
  const { id, title, room, start, amount, capacity, sales, open_fields } = event
  return (
    <Sheet open side title={title} onClose={onClose}>
      <div className="stack-l">
        <Facts
          boxed
          facts={[
            { term: '開始', value: open_fields.includes('start') ? '未定' : dateTime(start) },
            { term: '価格', value: open_fields.includes('amount') ? '未定' : eventPrice(event) },
            { term: 'チケット', value: `${count(sales.tickets)} / ${count(capacity)}枚` },
            ...(sales.live_only > 0
              ? [{ term: `うち${LIVE_ONLY}`, value: `${count(sales.live_only)}枚` }]
              : []),
            ...waitingFacts(event.waiting),
            ...resaleFacts(event),
            { term: '販売額（総額）', value: yen(sales.gross) },
            ...(sales.unbooked > 0
              ? [{ term: 'うち手数料の確定待ち', value: yen(sales.unbooked) }]
              : []),
            { term: '受取額', value: yen(sales.net), strong: true },
          ]}
        />
        {event.publishment_flg !== 0 && (
          <Section title="視聴とトーク">
            <Facts boxed facts={audienceFacts(event.audience)} />
            <p className="note muted">
              1分のうちに一度でも配信を受け取った方を、その1分の視聴として数えます。オーナーとスタッフは含みません。
            </p>
          </Section>
        )}
        <Button wide variant="secondary" to={paths.event(room.id, id)}>
          イベントのページを見る
        </Button>
        {event.status !== 'cancelled' && (
          <Button wide icon="pen" onClick={onEdit}>
            編集する
          </Button>
        )}
        {/* An event that is free now may have had paid sales before. */}
        {(amount > 0 || event.was_sold) && (
          <Section title="チケットを購入した方">
            <EventSales event={event} />
          </Section>
        )}
        <DeleteArchive event={event} onDone={onClose} />
        <CancelEvent event={event} onDone={onClose} />
      </div>
    </Sheet>
  )
}
