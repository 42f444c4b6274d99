// Parts that emails of several kinds share.

import { BY_KONBINI, REFUND_BY_TRANSFER } from '#contract/orders/sale-rules.ts'

export const CARD_STATEMENT =
  'カードのご利用明細に反映されるまで、カード会社により数日から2か月ほどかかることがあります。'

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`

/** What an email says of money that goes back; nothing if nothing was paid. */
export const goesBack = (refund: number) =>
  refund > 0
    ? [
        `お支払いいただいた ${yen(refund)}（税込）は、全額をお返しします。カードでお支払いの場合は、お支払いのカードへ返金します。お手続きは必要ありません。`,
        `${BY_KONBINI}の場合は、銀行口座へお返しします。${REFUND_BY_TRANSFER}`,
      ]
    : []

export const unreached = (siteUrl: string) =>
  `アプリの通知が届いていない方にお送りしています。受け取り方は、次の画面で変えられます。\n${siteUrl}/account/setting/account_config`

export const paymentsButton = (siteUrl: string) => ({
  label: 'お支払いを確認する',
  url: `${siteUrl}/account/payments`,
})
export const ticketBoxButton = (siteUrl: string) => ({
  label: 'チケットボックスを開く',
  url: `${siteUrl}/account/ticketbox`,
})

/** Why money came back that the buyer did not ask for. */
export const WHY_REFUNDED = {
  late: 'お支払いの完了が期限を過ぎたか、席が残っていなかったため、ご用意できませんでした。',
  twice: '同じお申し込みに二重のお支払いがあったため、片方を返金しました。お申し込みは有効です。',
  unused: 'ルームが利用停止中だった日数の分の参加費をお返ししました。',
  resold: '公式リセールに出されたチケットを、次の方が購入したため、代金をお返ししました。',
  suspended: 'ルームまたはアカウントが利用停止中のため、いただいた参加費をお返ししました。',
}
