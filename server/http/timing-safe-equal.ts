import { timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export function same(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
