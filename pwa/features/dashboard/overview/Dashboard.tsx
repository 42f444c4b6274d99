import { EventInsightsSection } from '#pwa/features/dashboard/insights/EventInsightsSection.tsx'
import { InsightsSection } from '#pwa/features/dashboard/insights/InsightsSection.tsx'
import { LoadedParts } from '#pwa/load/LoadedParts.tsx'
import { Attention } from './Attention.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import css from './Dashboard.module.css'
import { MembersCard } from './MembersCard.tsx'
import { NextEventCard } from './NextEventCard.tsx'
import { SalesCard } from './SalesCard.tsx'

/** The owner's overview: money, next event, tasks, members, and how all that went. */
export const Dashboard = ({ room }: { room: string }) => (
  <LoadedParts>
    <div className={css.dashboard}>
      <div className={css.column}>
        <div>
          <SalesCard />
        </div>
        <div className={css.third}>
          <Attention room={room} />
        </div>
        <div className={css.fifth}>
          <BalanceCard />
        </div>
      </div>
      <div className={css.column}>
        <div className={css.second}>
          <NextEventCard />
        </div>
        <div className={css.fourth}>
          <MembersCard room={room} />
        </div>
      </div>
      <div className={css.story}>
        <EventInsightsSection />
        <InsightsSection room={room} />
      </div>
    </div>
  </LoadedParts>
)
