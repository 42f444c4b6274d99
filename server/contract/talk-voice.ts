import type { PublishmentFlg } from './events.ts'

/** Here, not among all messages: those are in everybody's first load. */
export const TALK_OFF = 'このイベントのトークはオフになっています。'
export const TALK_NOT_YET = 'トークは配信が始まるとひらきます。'
export const TALK_OVER = 'トークは終了しました。'

/** Why somebody who may watch cannot speak, in words; null where they can. */
export function whySilent(at: {
  publishment_flg: PublishmentFlg
  live_talk: 0 | 1
}): string | null {
  if (at.publishment_flg === 3) return TALK_OVER
  if (at.live_talk === 0) return TALK_OFF
  if (at.publishment_flg === 0) return TALK_NOT_YET
  return null
}
