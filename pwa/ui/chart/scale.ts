export interface Scale {
  low: number
  high: number
  /** The values of the grid lines; includes 0. */
  ticks: number[]
}

const MAX_STEPS = 3
const TEN_THOUSAND = 10_000

/** A scale with steps of 1, 2 or 5 times a power of ten from the lowest to the highest value, zero included. */
export function scaleOf(values: number[]): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (low === high) return { low: 0, high: 1, ticks: [0] }
  const step = niceStep((high - low) / MAX_STEPS)
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { low, high, ticks }
}

function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = [1, 2, 5, 10].find((nice) => nice * power >= atLeast) ?? 10
  return Math.max(1, step * power)
}

/** An axis label: 1万, 2.5万, 5,000. */
export const axisLabel = (value: number) =>
  Math.abs(value) >= TEN_THOUSAND ? `${value / TEN_THOUSAND}万` : value.toLocaleString('ja-JP')
