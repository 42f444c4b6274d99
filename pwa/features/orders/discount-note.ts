import { yen } from '#pwa/lib/format.ts'

/** How a code made the amount of an order; null: it did not. An answer of the last release has no discount. */
export const discountNote = ({ amount, discount = 0 }: { amount: number; discount?: number }) =>
  discount > 0 ? `価格 ${yen(amount + discount)}・割引 −${yen(discount)}` : null
