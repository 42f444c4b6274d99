/** Parts that emails of several kinds share. */

export const CARD_STATEMENT =
  'カードのご利用明細に反映されるまで、カード会社により数日から2か月ほどかかることがあります。'

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`

/** What an email says of money that goes back; nothing if nothing was paid. */
export const goesBack = (refund: number) =>
  refund > 0
    ? [
        `お支払いいただいた ${yen(refund)}（税込）は、全額をお支払いのカードへ返金します。お手続きは必要ありません。`,
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
