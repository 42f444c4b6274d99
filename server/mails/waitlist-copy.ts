import { MONEY_BACK, OFFER_LAPSES, taxIncluded } from '#contract/orders/sale-rules.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import type { WhyWaitEnded } from '#server/ports/mail.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'
import { CARD_STATEMENT } from './parts.ts'

const ENDED: Record<WhyWaitEnded, (title: string) => { subject: string; paragraphs: string[] }> = {
  lapsed: (title) => ({
    subject: 'お席の期限が過ぎました',
    paragraphs: [
      `「${title}」のためにお取りしていたお席は、購入の期限が過ぎたため、次の方にご案内しました。`,
      'まだご希望の場合は、もう一度キャンセル待ちに登録できます。',
    ],
  }),
  unfit: (title) => ({
    subject: 'キャンセル待ちが終わりました',
    paragraphs: [
      `「${title}」を購入できる条件に当てはまらなくなったため、キャンセル待ちは終了しました。`,
      'ルームから退会された場合などに、自動で終了します。',
    ],
  }),
  tooMany: (title) => ({
    subject: 'キャンセル待ちが終わりました',
    paragraphs: [
      `「${title}」は、ご希望の枚数をまとめて購入できなくなったため、キャンセル待ちは終了しました。申し訳ありません。`,
      '枚数を減らして、もう一度登録できます。',
    ],
  }),
  over: (title) => ({
    subject: 'キャンセル待ちが終わりました',
    paragraphs: [
      `「${title}」のチケットの販売が終わりました。お席をご用意できず、申し訳ありません。`,
      'キャンセル待ちは、これで終わりです。',
    ],
  }),
  cancelled: (title) => ({
    subject: 'キャンセル待ちが終わりました',
    paragraphs: [
      `キャンセル待ちに登録いただいた「${title}」は、オーナーにより中止になりました。`,
      'キャンセル待ちは、これで終わりです。',
    ],
  }),
}
const NOT_CHARGED = 'キャンセル待ちに料金はかかりません。お手続きも必要ありません。'

const BOUGHT_TOGETHER =
  'お席は一度に購入してください。枚数を減らすこともできます。減らした分は、次の方にご案内します。'

/** Copy of emails about waiting for a seat, and about giving one back. */
export const WAITLIST_COPY: CopyTable<
  'seatOffered' | 'seatOfferEnding' | 'seatRecalled' | 'waitEnded' | 'resold' | 'resaleUnsold'
> = {
  seatOffered: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】お席をご用意しました`,
    paragraphs: [
      `キャンセル待ちに登録いただいた「${email.title}」のお席を、${email.seats ?? 1}枚ご用意しました。`,
      `${formatMoment(email.expires)}までに購入してください。それまで、ほかの方には販売されません。`,
      ...((email.seats ?? 1) > 1 ? [BOUGHT_TOGETHER] : []),
    ],
    button: { label: '購入へ進む', url: `${siteUrl}${seatedProductPath(email.product)}` },
    notes: [
      OFFER_LAPSES,
      'ご不要になった場合は、同じページで辞退できます。次の方に早くご案内できます。',
    ],
  }),
  seatOfferEnding: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】まもなく、お席の期限です`,
    paragraphs: [
      `「${email.title}」のお席${email.seats && email.seats > 1 ? `${email.seats}枚` : ''}を、${formatMoment(email.expires)}までお取りしています。`,
      'ご希望の場合は、それまでに購入してください。',
    ],
    button: { label: '購入へ進む', url: `${siteUrl}${seatedProductPath(email.product)}` },
    notes: [OFFER_LAPSES],
  }),
  seatRecalled: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】お席のご案内を取り消しました`,
    paragraphs: [
      `「${email.title}」のためにお取りしていたお席は、公式リセールに出していた方が取りやめたため、お渡しできなくなりました。申し訳ありません。`,
      email.isWaiting
        ? 'キャンセル待ちの順番は、元のままです。次に空いたお席を、順番どおりにご案内します。'
        : 'まだご希望の場合は、キャンセル待ちに登録できます。',
    ],
    button: { label: 'ページを開く', url: `${siteUrl}${seatedProductPath(email.product)}` },
    notes: [
      'お支払いの途中だった場合、その代金はいただきません。お支払いが済んでいたときは、全額を返金します。',
    ],
  }),
  resold: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】公式リセールでチケットが購入されました`,
    paragraphs: [
      `公式リセールに出された「${email.title}」のチケットを、次の方が購入しました。`,
      `お支払いいただいた${taxIncluded(email.amount)}を返金します（${MONEY_BACK}）。手数料はかかりません。`,
      'お手元のチケットは使えなくなりました。印刷したチケットも同じです。',
    ],
    button: { label: 'お支払い履歴を見る', url: `${siteUrl}/account/payments` },
    notes: [CARD_STATEMENT],
  }),
  resaleUnsold: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】公式リセールが終わりました`,
    paragraphs: [
      `公式リセールに出された「${email.title}」のチケットは、締め切りまでに次の方が見つかりませんでした。`,
      'チケットはお客さまのもののままです。そのままお使いいただけます。',
    ],
    button: { label: 'チケットボックスを開く', url: `${siteUrl}/account/ticketbox` },
    notes: ['公式リセールに料金はかかりません。'],
  }),
  waitEnded: (email, siteUrl) => {
    const { subject, paragraphs } = ENDED[email.why](email.title)
    return {
      subject: `【${SITE_TITLE}】${subject}`,
      paragraphs,
      button: { label: 'ページを開く', url: `${siteUrl}${seatedProductPath(email.product)}` },
      notes: [NOT_CHARGED],
    }
  },
}
