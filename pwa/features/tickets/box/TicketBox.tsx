import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { LoadMore } from '#pwa/ui/loading/LoadMore.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { type Box, type BoxTicket, boxOf } from './box.ts'
import { TICKETS_STAY } from './held-labels.ts'
import { MiniTickets, TicketList } from './MiniTickets.tsx'
import { NextTicket } from './NextTicket.tsx'
import { Offers } from './Offers.tsx'
import { OpenVouchers } from './OpenVouchers.tsx'
import css from './TicketBox.module.css'
import type { HeldQuery } from './useHeld.ts'
import { HeldSeats, Waits } from './Waits.tsx'

/** All tickets for events and venues, the next one large. Whatever has a deadline is above it. */
export function TicketBox({ tickets }: { tickets: HeldQuery }) {
  const now = useNow()
  return (
    <>
      <OfflineAlert of={tickets}>{TICKETS_STAY}</OfflineAlert>
      <OpenVouchers />
      <Offers />
      <HeldSeats />
      <Loaded of={tickets} skeleton={<SkeletonCards count={2} />}>
        {({ events, issued }) =>
          events.length + issued.length === 0 ? (
            <Empty />
          ) : (
            <>
              <Shelves box={boxOf(events, issued, now)} />
              <LoadMore
                hasMore={tickets.more !== null}
                busy={tickets.busy}
                onMore={() => tickets.more?.()}
                error={tickets.error?.message ?? null}
              />
            </>
          )
        }
      </Loaded>
      <Waits />
    </>
  )
}

const Shelves = ({ box: { next, coming, archives, past } }: { box: Box }) => (
  <div className={css.shelves}>
    {next ? <NextTicket ticket={next} /> : <NothingNext />}
    <div>
      {coming.length > 0 && <MiniTickets title="このあとのチケット" tickets={coming} />}
      {archives.length > 0 && <MiniTickets title="見逃し配信" tickets={archives} />}
      {past.length > 0 && <PastTickets tickets={past} />}
    </div>
  </div>
)

const NothingNext = () => (
  <section className={css.none}>
    <p className="small muted">これから使うチケットはありません。</p>
    <Button variant="secondary" size="s" to={paths.results()}>
      イベントをさがす
    </Button>
  </section>
)

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだチケットがありません"
    text="視聴チケットと入場チケットが、日付の近い順にここへならびます。"
    actions={<Button to={paths.results()}>イベントをさがす</Button>}
  />
)

/** Past tickets, collapsed. */
const PastTickets = ({ tickets }: { tickets: BoxTicket[] }) => (
  <details className={css.past}>
    <summary>
      <span className="grow small strong">使用済み・終了したチケット</span>
      <span className="small muted num">{tickets.length}枚</span>
      <Icon name="down" size="s" />
    </summary>
    <TicketList tickets={tickets} />
  </details>
)
