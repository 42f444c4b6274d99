import { cx } from '../cx.ts'
import css from './Chart.module.css'
import { Bars, Lines } from './ChartMarks.tsx'
import { ChartTable } from './ChartTable.tsx'
import { BOTTOM, frameOf, HEIGHT, LEFT, WIDTH } from './frame.ts'
import { axisLabel, scaleOf } from './scale.ts'

export interface Series {
  name: string
  /** One for each label; null: not known, or still to come. */
  values: (number | null)[]
  /** `before`: the grey one, for comparison. */
  tone: 'now' | 'before' | 'accent'
}

export interface ChartProps {
  /** Says what is shown; also the caption of the table. */
  title: string
  kind: 'bars' | 'lines'
  /** What the labels are: 日付. */
  of: string
  labels: string[]
  /** Shorter labels for the axis. */
  marks?: string[]
  series: Series[]
  format: (value: number) => string
}

const MAX_LABELS = 5

/** A small chart, with its legend and its numbers as a table. */
export function Chart(props: ChartProps) {
  const { title, kind, labels, series } = props
  const values = series.flatMap((one) => one.values)
  const isEmpty = values.every((value) => value === null || value === 0)
  return (
    <figure className={css.figure}>
      <figcaption className={css.head}>
        <span className={css.title}>{title}</span>
        {series.length > 1 && !isEmpty && (
          <ul className={css.legend} aria-hidden="true">
            {series.map(({ name, tone }) => (
              <li key={name} className={css[tone]}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {isEmpty ? (
        <p className="small muted">まだありません</p>
      ) : (
        <>
          <svg
            className={css.picture}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label={summaryOf(props)}
          >
            <Axes labels={props.marks ?? labels} values={values} />
            {kind === 'bars' ? <Bars {...props} /> : <Lines {...props} />}
          </svg>
          <ChartTable {...props} />
        </>
      )}
    </figure>
  )
}

function Axes({ labels, values }: { labels: string[]; values: (number | null)[] }) {
  const { ticks } = scaleOf(values.filter((value) => value !== null))
  const { x, y } = frameOf(labels.length, values)
  const step = Math.max(1, Math.ceil(labels.length / MAX_LABELS))
  // Counted from the end, as the last label is the one that matters.
  const isShown = (index: number) => (labels.length - 1 - index) % step === 0
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className={css.grid} d={`M${LEFT} ${y(tick)}H${WIDTH - 4}`} />
          <text className={css.axis} x={LEFT - 8} y={y(tick) + 5} textAnchor="end">
            {axisLabel(tick)}
          </text>
        </g>
      ))}
      {labels.map(
        (label, index) =>
          isShown(index) && (
            <text
              key={label}
              className={cx(css.axis, labels.length > 1 && index === labels.length - 1 && css.last)}
              x={index === labels.length - 1 ? WIDTH - 4 : x(index)}
              y={BOTTOM + 26}
              textAnchor={index === labels.length - 1 ? 'end' : 'middle'}
            >
              {label}
            </text>
          ),
      )}
    </>
  )
}

/** The last value of each series; all are in the table. */
const summaryOf = ({ title, series, format }: ChartProps) =>
  `${title}。${series
    .map(({ name, values }) => {
      const last = values.findLast((value) => value !== null)
      return last === undefined || last === null
        ? `${name}はまだありません`
        : `${name} ${format(last)}`
    })
    .join('、')}`
