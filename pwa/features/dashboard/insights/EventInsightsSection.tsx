import { dashboard, type EventInsights } from '#contract/dashboard/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, monthDay } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { ChartCard } from '#pwa/ui/chart/ChartCard.tsx'
import { SkeletonCharts } from '#pwa/ui/chart/SkeletonCharts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import {
  type EveningPoint,
  minutesPerPoint,
  padded,
  pointsOf,
  sellThroughSeries,
  soldThen,
} from './event-series.ts'
import css from './Insights.module.css'

const tickets = (value: number) => `${count(value)}枚`
const people = (value: number) => `${count(value)}人`
const times = (value: number) => `${count(value)}回`

/** How the next event sells, and how the last evenings went. */
export function EventInsightsSection() {
  const insights = useLoad(dashboard.getEventInsights, {})
  return (
    <Section title="イベントの動き">
      <Loaded of={insights} skeleton={<SkeletonCharts count={2} />}>
        {({ next, last, evenings }) =>
          next || last || evenings.length > 0 ? (
            <div className={css.charts}>
              {(next || last) && <SellThrough next={next} last={last} />}
              <Evening evenings={evenings} />
            </div>
          ) : (
            <p className="small muted">
              イベントを公開すると、チケットの売れ行きと当日の様子がここに出ます。
            </p>
          )
        }
      </Loaded>
    </Section>
  )
}

function SellThrough({ next, last }: Pick<EventInsights, 'next' | 'last'>) {
  const series = sellThroughSeries(next, last)
  return (
    <ChartCard
      title={next ? '次のイベントの売れ行き' : '前のイベントの売れ行き'}
      kind="lines"
      of="開催まで"
      labels={series.labels}
      series={[
        ...(last ? [{ name: '前回', values: series.last, tone: 'before' as const }] : []),
        ...(next ? [{ name: '次回', values: series.next, tone: 'now' as const }] : []),
      ]}
      format={tickets}
      note={
        <>
          {next && (
            <>
              次回「{next.title}」は {count(next.tickets)} / {count(next.capacity)}枚
              {last && sameTime(next, last)}
              <br />
            </>
          )}
          {last && `前回「${last.title}」は ${count(last.tickets)} / ${count(last.capacity)}枚`}
        </>
      }
    />
  )
}

function sameTime(...[next, last]: Parameters<typeof soldThen>) {
  const then = soldThen(next, last)
  return then === null ? '' : `（前回の同じころは ${count(then)}枚）`
}

function Evening({ evenings }: Pick<EventInsights, 'evenings'>) {
  const [latest, earlier] = evenings
  if (!latest) return null
  const size = minutesPerPoint(evenings)
  const now = pointsOf(latest.minutes, size)
  const before = earlier ? pointsOf(earlier.minutes, size) : []
  const length = Math.max(now.length, before.length)
  const labelsOf = (length: number) => Array.from({ length }, (_, n) => `${n * size}分`)
  const peopleOf = (points: EveningPoint[]) =>
    padded(
      points.map(({ people }) => people),
      length,
    )
  return (
    <>
      <ChartCard
        title="配信を見ていた人"
        kind="lines"
        of="開始から"
        labels={labelsOf(length)}
        series={[
          ...(earlier
            ? [
                {
                  name: `前回（${monthDay(earlier.start)}）`,
                  values: peopleOf(before),
                  tone: 'before' as const,
                },
              ]
            : []),
          {
            name: `今回（${monthDay(latest.start)}）`,
            values: peopleOf(now),
            tone: 'now' as const,
          },
        ]}
        format={people}
        note={`「${latest.title}」を、1分ごとに見ていた人数です。`}
      />
      {activities.map(({ name, field, tone }) => (
        <ChartCard
          key={field}
          title={name}
          kind="bars"
          of="開始から"
          labels={labelsOf(now.length)}
          series={[{ name, values: now.map((point) => point[field]), tone }]}
          format={times}
        />
      ))}
    </>
  )
}

const activities = [
  { name: '書き込み', field: 'messages', tone: 'now' },
  { name: 'リアクション', field: 'reactions', tone: 'accent' },
] as const
