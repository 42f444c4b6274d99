import type { OwnEvent } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { LoadMore } from '#pwa/ui/loading/LoadMore.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { SaleRow } from './SaleRow.tsx'

/** The ticket sales of an event, newest first. */
export function EventSales({ event }: { event: OwnEvent }) {
  const input = { query: { event: event.id } }
  const { items, more, error, refetch, isFetchingNextPage } = useList(orders.listSales, input)
  return (
    <Loaded of={{ data: items, error, refetch }} skeleton={<SkeletonRows count={3} />}>
      {(sales) =>
        sales.length === 0 ? (
          <p className="small muted">まだ購入はありません。</p>
        ) : (
          <>
            <List carded>
              {sales.map((sale) => (
                <SaleRow key={sale.id} sale={sale} />
              ))}
            </List>
            <LoadMore
              hasMore={more !== null}
              busy={isFetchingNextPage}
              onMore={() => more?.()}
              error={error?.message ?? null}
            />
          </>
        )
      }
    </Loaded>
  )
}
