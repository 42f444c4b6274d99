import { REFUND_BY_TRANSFER, taxIncluded } from '#contract/orders/sale-rules.ts'
import { KONBINI_STORES, type KonbiniStore } from '#contract/payments/konbini.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { StoreNumbers, VoucherFacts, WhyVoucherEnded } from '#server/ports/voucher-emails.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'
import { paymentsButton, ticketBoxButton, WHY_REFUNDED } from './parts.ts'

const ENDED: Record<WhyVoucherEnded, (title: string) => string[]> = {
  lapsed: (title) => [
    `「${title}」のコンビニ払いの期限が過ぎたため、お申し込みは取り消されました。お取りしていたお席は、ほかの方にご案内します。`,
    'まだご希望の場合は、もう一度お申し込みください。',
  ],
  cancelled: (title) => [
    `「${title}」は、オーナーにより中止になりました。コンビニ払いの番号は取り消しましたので、お支払いにならないでください。`,
  ],
  unfit: (title) => [
    `「${title}」のチケットをご利用いただけない状態になったため、コンビニ払いの番号を取り消しました。お支払いにならないでください。`,
  ],
  held: (title) => [
    `「${title}」のチケットをすでにお持ちのため、コンビニ払いの番号を取り消しました。お支払いにならないでください。`,
  ],
  recalled: (title) => [
    `「${title}」のためにお取りしていたお席は、お渡しできなくなりました。申し訳ありません。`,
    'コンビニ払いの番号は取り消しましたので、お支払いにならないでください。',
  ],
}
/** A till may be slow to hear that a number is over. */
const PAID_ALREADY =
  '行き違いでお支払いになった場合は、お席があればチケットをお渡しし、なければ全額をお返しします。'

const numberOf = ({ store, payment_code, confirmation_number }: StoreNumbers) =>
  [
    `${KONBINI_STORES[store as KonbiniStore] ?? store}`,
    `お支払い番号 ${payment_code}`,
    ...(confirmation_number === null ? [] : [`確認番号 ${confirmation_number}`]),
  ].join('、')

const numbersOf = ({ amount, expires, stores }: VoucherFacts) =>
  [`金額：${taxIncluded(amount)}`, `期限：${formatMoment(expires)}`, ...stores.map(numberOf)].join(
    '\n',
  )
export const voucherButton = ({ voucherId }: Pick<VoucherFacts, 'voucherId'>, siteUrl: string) => ({
  label: '番号とお支払い方法を見る',
  url: `${siteUrl}/account/voucher/${voucherId}`,
})

/** Copy of emails about payments in convenience stores. */
export const VOUCHER_COPY: CopyTable<
  'voucherIssued' | 'voucherEnding' | 'voucherEnded' | 'refundAsks'
> = {
  voucherIssued: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】コンビニ払いの番号のお知らせ`,
    paragraphs: [
      `「${email.title}」のお申し込みを受け付けました。期限までに、いずれかのお店でお支払いください。それまで、お席をお取りしておきます。`,
      numbersOf(email),
    ],
    button: voucherButton(email, siteUrl),
    notes: [
      'お支払いのあと、数分以内にチケットをお届けします。',
      '期限を過ぎると、お申し込みは取り消されます。ご不要になった場合は、番号の画面から取り消せます。',
    ],
  }),
  voucherEnding: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】まもなく、コンビニ払いの期限です`,
    paragraphs: [
      `「${email.title}」のお支払いを、まだ確認できていません。期限までにお支払いがないときは、お申し込みは取り消されます。`,
      numbersOf(email),
    ],
    button: voucherButton(email, siteUrl),
    notes: ['行き違いでお支払い済みの場合は、ご容赦ください。'],
  }),
  voucherEnded: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】コンビニ払いの番号は使えなくなりました`,
    paragraphs: ENDED[email.why](email.title),
    button: ticketBoxButton(siteUrl),
    notes: [PAID_ALREADY],
  }),
  refundAsks: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】返金の振込先をお知らせください`,
    paragraphs: [
      `コンビニでお支払いいただいた「${email.title}」の ${taxIncluded(email.amount)} を、銀行口座へお返しします。`,
      REFUND_BY_TRANSFER,
      ...(email.why ? [WHY_REFUNDED[email.why]] : []),
    ],
    button: paymentsButton(siteUrl),
    notes: [
      'メールが見つからないときは、迷惑メールのフォルダーもご確認ください。口座の番号を、Roomがおたずねすることはありません。',
      '45日以内にご入力がないと、返金が一度止まります。そのときは、「ご意見を送る」からご連絡ください。',
    ],
  }),
}
