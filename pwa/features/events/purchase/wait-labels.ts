import type { Wait } from '#contract/waitlist/calls.ts'
import { count } from '#pwa/lib/format.ts'

/** The button of a sold-out ticket. */
export const JOIN_WAIT = 'キャンセル待ちに登録'

/** 2枚待ち・3番目; 3番目 of a single seat. */
export const placeLabel = ({ seats, place }: Pick<Wait, 'seats' | 'place'>) =>
  `${seats > 1 ? `${seats}枚待ち・` : ''}${count(place ?? 1)}番目`
