import { PRICE } from '../shared/limits.ts'

/** What a code takes off each seat; at most one of both. */
export interface Discount {
  percent: number | null
  yen_off: number | null
}

/** The price of a seat with a code, in yen: per cent are rounded down in the owner's favor, and nothing is below ¥0. */
export const discountedPrice = (price: number, { percent, yen_off }: Discount): number =>
  Math.max(0, price - Math.floor((price * (percent ?? 0)) / 100) - (yen_off ?? 0))

/** Whether a price can be paid, or costs nothing. */
export const isPayable = (price: number) => price === 0 || price >= PRICE.min

/** 招待, 20%割引, 500円割引, or 先行. */
export function discountLabel({ percent, yen_off }: Discount): string {
  if (percent === 100) return '招待'
  if (percent !== null) return `${percent}%割引`
  return yen_off === null ? '先行' : `${yen_off.toLocaleString('ja-JP')}円割引`
}
