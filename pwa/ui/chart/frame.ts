import { scaleOf } from './scale.ts'

/** The drawing's box, in its own units. */
export const WIDTH = 560
export const HEIGHT = 200
export const LEFT = 52
const TOP = 14
export const BOTTOM = 160

/** Where a point of a chart lies: its place among `length` ones, and its value. */
export function frameOf(length: number, values: (number | null)[]) {
  const { low, high } = scaleOf(values.filter((value) => value !== null))
  const step = (WIDTH - LEFT - 4) / Math.max(1, length)
  return {
    step,
    x: (index: number) => LEFT + (index + 0.5) * step,
    y: (value: number) => BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP),
  }
}
