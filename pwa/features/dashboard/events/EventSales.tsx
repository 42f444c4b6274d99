import type { OwnEvent } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { SaleRow } from './SaleRow.tsx'

/** The ticket sales of an event, newest first. */
export const EventSales = ({ event }: { event: OwnEvent }) => (
  <LoadedList
    of={useList(orders.listSales, { query: { event: event.id } })}
    skeleton={<SkeletonRows count={3} />}
    empty={<p className="small muted">まだ購入はありません。</p>}
    keyOf={({ id }) => id}
  >
    {(sale) => <SaleRow sale={sale} />}
  </LoadedList>
)
