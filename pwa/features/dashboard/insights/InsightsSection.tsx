import { Link, useSearchParams } from 'react-router-dom'
import { dashboard, INSIGHT_DAYS, type InsightDays } from '#contract/dashboard/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { SkeletonCharts } from '#pwa/ui/chart/SkeletonCharts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { InsightCharts } from './InsightCharts.tsx'
import css from './Insights.module.css'
import { KeyFigures } from './KeyFigures.tsx'
import { SourcesCard } from './SourcesCard.tsx'

const DEFAULT: InsightDays = 30

/** The chosen period is in the URL, so that going back restores it. */
function usePeriod(): InsightDays {
  const [search] = useSearchParams()
  return INSIGHT_DAYS.find((days) => String(days) === search.get('days')) ?? DEFAULT
}

/** Sales, members and sources of a period, beside the period before. */
export function InsightsSection({ room }: { room: string }) {
  const days = usePeriod()
  const insights = useLoad(dashboard.getInsights, { query: { days } })
  return (
    <Section title="数字の動き">
      <div className="stack">
        <Periods chosen={days} />
        <Loaded of={insights} skeleton={<SkeletonCharts count={3} />}>
          {(data) => (
            <>
              <KeyFigures insights={data} days={days} />
              <InsightCharts insights={data} days={days} />
              <SourcesCard sources={data.sources} room={room} days={days} />
            </>
          )}
        </Loaded>
        <CsvButton url={urlOf(dashboard.exportInsights, { query: { days } })} />
      </div>
    </Section>
  )
}

/** Switching keeps the scroll position. */
const STAY = { stay: true }

const Periods = ({ chosen }: { chosen: InsightDays }) => (
  <nav aria-label="期間">
    <ul className={css.periods}>
      {INSIGHT_DAYS.map((days) => (
        <li key={days}>
          <Link
            to={`?days=${days}`}
            replace
            state={STAY}
            className={css.period}
            aria-current={days === chosen ? 'true' : undefined}
          >
            {days}日
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
