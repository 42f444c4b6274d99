import { PRICE } from '../shared/limits.ts'

/** Names of the products, in receipts, emails and lists of payments. */
export const PRODUCT_NAMES = {
  room: 'ルーム参加費',
  event: '視聴チケット',
  digital_ticket: '入場チケット',
} as const

export const PRICE_CHANGED =
  '価格が変わりました。画面を読み込み直して、内容をもう一度ご確認ください。'
export const PRICE_WRONG = `価格は、0円（無料）または${PRICE.min}円以上${PRICE.max.toLocaleString('ja')}円以下の整数で入力してください`
export const ADDRESSEE_CHOSEN = '宛名は、すでに決められています。変更はできません。'
export const TOO_MANY_RECORD_EXPORTS =
  'ダウンロードが続いています。しばらくしてから、もう一度お試しください。'
export const REFUND_STARTED = '返金の手続きを始めました。'
export const REFUND_NOT_OURS = '返金については、ルームのオーナーにお問い合わせください。'
export const REFUNDED_ALREADY = 'すでに返金されています。'
export const REFUND_NOTHING_PAID = 'お支払いが完了していないため、返金するものがありません。'
export const REFUND_PENDING = '返金の手続き中です'
