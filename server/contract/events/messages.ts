import { PRICE } from '../shared/limits.ts'
import { LIVE_ONLY, WITH_ARCHIVE } from './live-only.ts'

export const EVENT_ENDED = 'このイベントは終了しました。'
export const EVENT_CANCELLED = 'このイベントは中止になりました。'
export const EVENT_CANCEL_STARTED = 'イベントを中止しました。チケットの返金を始めています。'
export const EVENT_ON_AIR = '配信を終了してから、もう一度お試しください。'
/** The place of a stream, where tickets and emails name one. */
export const ONLINE = 'オンライン配信'
export const LIVE_ONLY_WITHOUT_ARCHIVE =
  '2種類で販売できるのは、見逃し配信のあるイベントだけです。見逃し配信の日数を入力するか、この価格を空欄にしてください'
export const LIVE_ONLY_WITH_RESALE =
  '公式リセールを受け付けるイベントは、2種類で販売できません。公式リセールをやめるか、この価格を空欄にしてください'
export const LIVE_ONLY_FREE =
  '無料のイベントは、2種類で販売できません。この価格を空欄にしてください'
export const liveAmountWrong = (amount: number) =>
  `「${LIVE_ONLY}」の価格は、${PRICE.min}円以上で、「${WITH_ARCHIVE}」の価格（${amount.toLocaleString('ja')}円）より安くしてください`
/** To the holder of a ticket without the archive. */
export const ARCHIVE_NOT_INCLUDED = `お持ちのチケットは「${LIVE_ONLY}」のため、見逃し配信はご覧いただけません。`
