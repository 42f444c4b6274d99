import type { PromotionInput } from '#contract/promotions/calls.ts'
import { fromWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { plainNumber } from '#pwa/ui/forms/digits.ts'

/** New codes in their form: texts, as typed. Times are local times in Japan. */
export const NEW_PROMOTION = {
  kind: 'percent' as 'invite' | 'percent' | 'yen' | 'presale',
  ...{ percent: '', yen_off: '', presale: false, code: '', count: '1', seats: '', per_person: '' },
  ...{ valid_from: '', valid_until: '' },
  /** Ids of types; empty: all. */
  types: [] as string[],
}
export type PromotionValues = typeof NEW_PROMOTION

/** No whole number: the server refuses it beside its field. */
const NO_NUMBER = -1

function numberOf(typed: string): number | null {
  const plain = plainNumber(typed)
  if (plain === '') return null
  return /^\d+$/.test(plain) ? Number(plain) : NO_NUMBER
}
const momentOf = (wall: string) => (wall === '' ? null : fromWall(wall))

/** The form as it is sent. */
export function sentPromotion(values: PromotionValues): PromotionInput {
  const { kind } = values
  const count = numberOf(values.count) ?? NO_NUMBER
  return {
    code: count > 1 ? '' : values.code,
    count,
    percent:
      kind === 'invite' ? 100 : kind === 'percent' ? (numberOf(values.percent) ?? NO_NUMBER) : null,
    yen_off: kind === 'yen' ? (numberOf(values.yen_off) ?? NO_NUMBER) : null,
    presale: kind === 'presale' || values.presale,
    valid_from: momentOf(values.valid_from),
    valid_until: momentOf(values.valid_until),
    types: values.types,
    seats: count > 1 ? 1 : numberOf(values.seats),
    per_person: numberOf(values.per_person),
  }
}
