import { defined } from '#contract/lib/defined.ts'
import { count, monthDay, weekday, yen } from '#pwa/lib/format.ts'
import { cx } from '#pwa/ui/cx.ts'
import css from './SalesChart.module.css'
import { axisLabel, scaleOf } from './scale.ts'

interface Day {
  /** YYYY-MM-DD. */
  date: string
  profit: number
}

const WIDTH = 560
const LEFT = 52
const TOP = 34
const BOTTOM = 160
const BAR = 34
const ROUND = BAR / 2

/** A bar chart of each day's sales, the last day highlighted. */
export function SalesChart({ days }: { days: Day[] }) {
  const scale = scaleOf(days.map(({ profit }) => profit))
  const y = (value: number) =>
    BOTTOM - ((value - scale.low) / (scale.high - scale.low)) * (BOTTOM - TOP)
  const best = days.reduce(
    (top, day) => (day.profit > top.profit ? day : top),
    defined(days[0], 'a day'),
  )
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${WIDTH} 214`}
      role="img"
      aria-label={salesSummary(days)}
    >
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <path className={css.grid} d={`M${LEFT} ${y(tick)}H${WIDTH - 4}`} />
          <text className={css.axis} x={LEFT - 8} y={y(tick) + 5} textAnchor="end">
            {axisLabel(tick)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <Bar
          key={day.date}
          day={day}
          x={centre(index, days.length)}
          zero={y(0)}
          end={y(day.profit)}
          now={index === days.length - 1}
          best={day === best}
        />
      ))}
    </svg>
  )
}

const centre = (index: number, length: number) =>
  LEFT + ((index + 0.5) * (WIDTH - LEFT - 4)) / length

interface BarProps {
  day: Day
  x: number
  zero: number
  end: number
  now: boolean
  best: boolean
}

function Bar({ day: { date, profit }, x, zero, end, now, best }: BarProps) {
  const instant = `${date}T00:00:00+09:00`
  const name = cx(now && css.now, profit < 0 && css.loss)
  return (
    <g className={name}>
      {profit !== 0 && <path className={css.bar} d={shape(x, zero, end)} />}
      {profit !== 0 && (now || best) && (
        <text
          className={cx(css.value, !now && css.wide)}
          x={x}
          y={profit > 0 ? end - 8 : end + 16}
          textAnchor="middle"
        >
          {yen(profit)}
        </text>
      )}
      <text className={css.day} x={x} y="184" textAnchor="middle">
        {Number(date.slice(8))}
      </text>
      <text className={css.day} x={x} y="207" textAnchor="middle">
        {weekday(instant)}
      </text>
    </g>
  )
}

/** A bar with a round end; a short bar is flatter, so that rounding never makes it look taller. */
function shape(x: number, zero: number, end: number): string {
  const height = Math.abs(zero - end)
  const round = Math.min(ROUND, height)
  const up = end < zero
  const straight = (up ? -1 : 1) * (height - round)
  const start = `M${x - ROUND} ${zero}v${straight}`
  return `${start}a${ROUND} ${round} 0 0 ${up ? 1 : 0} ${BAR} 0v${-straight}z`
}

const salesSummary = (days: Day[]) =>
  `7日間の売上。${days
    .map(({ date, profit }) => `${monthDay(`${date}T00:00:00+09:00`)} ${count(profit)}円`)
    .join('、')}`
