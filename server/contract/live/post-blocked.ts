import type { PublishmentFlg } from '../events/calls.ts'

/** Here and not in `messages.ts`, to keep it out of the first bundle. */
export const TALK_OFF = 'このイベントのトークはオフになっています。'
export const TALK_NOT_YET = 'トークは配信が始まると開きます。'
export const TALK_OVER = 'トークは終了しました。'

/** Why a viewer may not post in the talk; null if they may. */
export function postBlockedReason(at: {
  publishment_flg: PublishmentFlg
  live_talk: 0 | 1
}): string | null {
  if (at.publishment_flg === 3) return TALK_OVER
  if (at.live_talk === 0) return TALK_OFF
  if (at.publishment_flg === 0) return TALK_NOT_YET
  return null
}
