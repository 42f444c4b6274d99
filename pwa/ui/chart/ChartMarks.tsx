import css from './Chart.module.css'
import type { ChartProps } from './Chart.tsx'
import { frameOf } from './frame.ts'

const MAX_BAR = 17
/** The part of a place that its bars fill. */
const FILLED = 0.8
const ROUND = 4

/** The values of each label beside one another. */
export function Bars({ labels, series }: ChartProps) {
  const { x, y, step } = frameOf(
    labels.length,
    series.flatMap(({ values }) => values),
  )
  const width = Math.min(MAX_BAR, (step * FILLED) / series.length)
  return series.map(({ name, tone, values }, nth) => (
    <g key={name} className={css[tone]}>
      {values.map((value, index) => {
        if (value === null || value === 0) return null
        const top = Math.min(y(value), y(0))
        const height = Math.abs(y(value) - y(0))
        return (
          <rect
            key={labels[index]}
            className={css.bar}
            x={x(index) + (nth - series.length / 2) * width}
            y={top}
            width={width}
            height={height}
            rx={Math.min(ROUND, width / 2, height / 2)}
          />
        )
      })}
    </g>
  ))
}

/** A line through the values of each series; unknown ones are a gap. */
export function Lines({ labels, series }: ChartProps) {
  const { x, y } = frameOf(
    labels.length,
    series.flatMap(({ values }) => values),
  )
  return series.map(({ name, tone, values }) => (
    <g key={name} className={css[tone]}>
      <path className={css.line} d={pathOf(values, x, y)} />
    </g>
  ))
}

function pathOf(
  values: (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const points = values.map((value, index) => {
    if (value === null) return ''
    const isFirst = (values[index - 1] ?? null) === null
    // A point alone is a line of no length, which round ends make visible.
    const alone = isFirst && (values[index + 1] ?? null) === null ? 'h0' : ''
    return `${isFirst ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}${alone}`
  })
  return points.join('')
}
