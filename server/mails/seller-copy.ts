import { PAYOUT_FAILED } from '#contract/monetization/messages.ts'
import { feeText, feeTitle } from '#contract/service-fee/messages.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { FeeEmail, QuestionedSale, SellerEmail } from '#server/ports/seller-emails.ts'
import type { CopyTable, EmailCopy, EmailOf } from './copy.ts'
import { formatMoment } from './moment.ts'

const DECLINED = {
  no_purchase: '販売している商品についてのご請求と確認できなかったため',
  unclear: 'ご請求の内容を確認できなかったため',
  answered: '同じ内容のご請求に、すでにお答えしているため',
} as const
const UNASKED = 'お心当たりのない場合は、このメールを破棄してください。'

const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`

const monetization = (siteUrl: string) => ({
  label: '収益化の状態を見る',
  url: `${siteUrl}/dashboard/monetization`,
})

const feeCopy = (email: FeeEmail, siteUrl: string): EmailCopy => ({
  subject: `【${SITE_TITLE}】${feeTitle(email)}`,
  paragraphs: feeText(email),
  button: { ...monetization(siteUrl), label: '手数料を確認する' },
  notes: [],
})

type Questioned = EmailOf<'saleQuestioned', SellerEmail>

const MATERIAL =
  '発送や配信の記録、お客さまとのやりとりなど、お手元に資料があれば、早めに運営までお知らせください。'
const answer = ({ answerBy }: Questioned) =>
  `${answerBy ? `${formatMoment(answerBy)}までに、` : ''}運営がカード会社へ回答します。${MATERIAL}`

/** Subject and text of an email about a questioned sale; `sale` names it. */
const QUESTIONED: Record<
  QuestionedSale,
  { subject: string; text: (sale: string, email: Questioned) => string[] }
> = {
  inquiry: {
    subject: 'お支払いについて、カード会社から照会がありました',
    text: (sale, email) => [
      `${sale}について、カード会社から照会がありました。売上はまだ動いていません。`,
      answer(email),
    ],
  },
  fraud: {
    subject: 'お支払いに、不正利用の疑いがあります',
    text: (sale) => [
      `${sale}について、カードの不正利用の疑いがあると、カード会社から知らせがありました。売上はまだ動いていません。`,
      '返金すると、あとで不審請求の申し立て（チャージバック）とその手数料がかかるのを、避けられることがあります。',
    ],
  },
  disputed: {
    subject: 'お支払いに、不審請求の申し立てがありました',
    text: (sale, email) => [
      `${sale}について、カード会社に不審請求の申し立て（チャージバック）がありました。`,
      'お支払いの金額と申し立ての手数料は、いったん売上から差し引かれています。お客さまのチケットや参加は、結論が出るまで使えません。',
      answer(email),
    ],
  },
  won: {
    subject: '不審請求の申し立てが退けられました',
    text: (sale) => [
      `${sale}への不審請求の申し立てが退けられ、お支払いの金額が売上に戻りました。申し立ての手数料は戻りません。`,
    ],
  },
  lost: {
    subject: '不審請求の申し立てが認められました',
    text: (sale) => [
      `${sale}への不審請求の申し立てが認められ、お支払いの金額はカード会社からお客さまへ戻りました。`,
      `${SITE_TITLE}のサービス手数料は、売上にお返しします。決済会社と申し立ての手数料は戻りません。`,
    ],
  },
  reversed: {
    subject: '不審請求の申し立てが、あらためて退けられました',
    text: (sale) => [
      `いったん認められた、${sale}への不審請求の申し立てが退けられ、お支払いの金額が売上に戻りました。`,
      'お客さまには、チケットや参加をお戻しします。売り切れなどでお戻しできないときは、代金を返金します。',
    ],
  },
}

/** Copy of emails to sellers. Texts written by sellers go only to requesters of a disclosure. */
export const SELLER_COPY: CopyTable<SellerEmail['letter']> = {
  feePlanned: feeCopy,
  feeWithdrawn: feeCopy,
  sellerReady: (_, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売できるようになりました`,
    paragraphs: ['確認が終わりました。参加費とチケットを販売し、売上を受け取れます。'],
    button: monetization(siteUrl),
    notes: [],
  }),
  sellerAsked: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売者の登録に、追加の確認が必要です`,
    paragraphs: ['次の内容をご確認ください。', ...email.reasons.map((reason) => `・${reason}`)],
    button: monetization(siteUrl),
    notes: [],
  }),
  sellerStopped: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売が止まりました`,
    paragraphs: [
      '新しい参加とチケットの購入を受け付けられない状態になりました。',
      ...email.reasons.map((reason) => `・${reason}`),
      '参加費をお支払い中のメンバーにも、このことをメールでお知らせしています。',
    ],
    button: monetization(siteUrl),
    notes: [],
  }),
  roomStopped: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】参加中のルームのお支払いが止まっています`,
    paragraphs: [
      `参加中のルーム「@${email.name}」で、お支払いの受付が止まっています。`,
      'お支払い済みの期間は、これまでどおりご利用いただけます。更新のお支払いができないときは、参加が終了します。',
    ],
    button: { label: '参加中のルームを見る', url: `${siteUrl}/account/room` },
    notes: ['再開した場合、あらためての手続きは必要ありません。'],
  }),
  payoutFailed: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】売上を振り込めませんでした`,
    paragraphs: [`売上 ${yen(email.amount)} の振込ができませんでした。`, PAYOUT_FAILED],
    button: monetization(siteUrl),
    notes: [],
  }),
  saleQuestioned: (email, siteUrl) => {
    const { subject, text } = QUESTIONED[email.what]
    return {
      subject: `【${SITE_TITLE}】${subject}`,
      paragraphs: text(`「${email.title}」のお支払い ${yen(email.amount)}`, email),
      button: { label: 'オーナーページを開く', url: `${siteUrl}/dashboard` },
      notes: ['ご不明な点は、お問い合わせください。'],
    }
  },
  disclosureAsked: (_, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売者情報の開示請求が届きました`,
    paragraphs: [
      '特定商取引法にもとづく、氏名・所在地・電話番号の開示の請求が届きました。',
      '購入を検討している方からの請求には、遅滞なくお答えください。',
    ],
    button: monetization(siteUrl),
    notes: [],
  }),
  disclosed: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売者情報の開示`,
    paragraphs: [
      `ご請求いただいた「@${email.name}」の販売者の情報です。`,
      [
        `氏名：${email.facts.name}`,
        `所在地：${email.facts.address}`,
        `電話番号：${email.facts.phone}`,
      ].join('\n'),
      '特定商取引法にもとづく確認のほかには、使用しないでください。',
    ],
    button: { label: 'ルームを見る', url: `${siteUrl}/community/${email.name}` },
    notes: [UNASKED],
  }),
  disclosureDeclined: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売者情報の開示請求について`,
    paragraphs: [
      `「@${email.name}」の販売者の情報は、${DECLINED[email.reason]}、開示できませんでした。`,
      'ご不明な点は、お問い合わせください。',
    ],
    button: { label: 'お問い合わせの前に', url: `${siteUrl}/help/payment` },
    notes: [UNASKED],
  }),
}
