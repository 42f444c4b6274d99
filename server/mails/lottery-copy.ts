import { DRAW_LABELS } from '#contract/lottery/kept-draw.ts'
import { NEXT_DRAWN, NOT_AUTOMATIC, WIN_LAPSES } from '#contract/orders/sale-rules.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import type { WhyOfferEnded } from '#server/ports/mail.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'

const ENDED: Record<WhyOfferEnded, (title: string) => { subject: string; paragraphs: string[] }> = {
  lapsed: (title) => ({
    subject: '当選の期限が過ぎました',
    paragraphs: [
      `「${title}」の当選のお席は、購入の期限が過ぎたため、抽選の順番で次の方にご案内します。`,
    ],
  }),
  unfit: (title) => ({
    subject: '当選が取り消されました',
    paragraphs: [
      `「${title}」を購入できる条件に当てはまらなくなったため、当選は取り消されました。`,
      'ルームから退会された場合などに、自動で取り消されます。',
    ],
  }),
  over: (title) => ({
    subject: '抽選販売が終わりました',
    paragraphs: [`「${title}」の抽選販売が終わりました。`],
  }),
  cancelled: (title) => ({
    subject: '抽選販売が中止になりました',
    paragraphs: [`抽選に申し込まれた「${title}」は、オーナーにより中止になりました。`],
  }),
}
const NOT_CHARGED = '抽選の申し込みに料金はかかりません。お手続きも必要ありません。'
const VERIFIABLE = '抽選が正しく行われたことは、同じページで、どなたでも確かめられます。'

/** A value of the draw that the reader keeps, as `keptInText` finds it again. None in work of the last release. */
const keptLine = (name: keyof typeof DRAW_LABELS, value: string | undefined) =>
  value === undefined ? [] : [`${DRAW_LABELS[name]} ${value}`]

/** Copy of emails about lotteries. */
export const LOTTERY_COPY: CopyTable<
  'lotteryApplied' | 'lotteryWon' | 'lotteryLost' | 'lotteryEnded'
> = {
  lotteryApplied: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】抽選の申し込みを受け付けました`,
    paragraphs: [
      `「${email.title}」の抽選の申し込みを受け付けました。`,
      email.rules.map(({ label, text }) => `${label}: ${text}`).join('\n'),
      [
        ...keptLine('id', email.publicId),
        ...keptLine('contribution', email.contribution),
        ...keptLine('commitment', email.commitment),
      ].join('\n'),
    ],
    button: { label: '申し込みを見る', url: `${siteUrl}${seatedProductPath(email.product)}` },
    notes: [
      '上の番号と乱数は、抽選が正しく行われたことを、あとで確かめるためのものです。結果の発表まで、このメールを残しておいてください。お名前は公開されません。',
      NOT_CHARGED,
    ],
  }),
  lotteryWon: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】${email.isLater ? '繰り上げ当選' : '当選'}のお知らせ`,
    paragraphs: [
      email.isLater
        ? `「${email.title}」に空きが出たため、抽選の順番により、繰り上げで当選されました。`
        : `「${email.title}」の抽選に当選されました。`,
      `${formatMoment(email.expires)}までに購入してください。それまで、ほかの方には販売されません。`,
    ],
    button: { label: '購入へ進む', url: `${siteUrl}${seatedProductPath(email.product)}` },
    notes: [
      `${NOT_AUTOMATIC}${WIN_LAPSES}${NEXT_DRAWN}`,
      'ご不要になった場合は、同じページで辞退できます。次の方に早くご案内できます。',
      VERIFIABLE,
      ...keptLine('listHash', email.listHash),
    ],
  }),
  lotteryLost: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】抽選の結果のお知らせ`,
    paragraphs: [
      `「${email.title}」の抽選では、お席をご用意できませんでした。申し訳ありません。`,
      `購入されないお席があるときは、${formatMoment(email.ends)}まで、抽選の順番で繰り上げ当選をお知らせします。`,
    ],
    button: { label: '結果を見る', url: `${siteUrl}${seatedProductPath(email.product)}` },
    notes: [VERIFIABLE, ...keptLine('listHash', email.listHash), NOT_CHARGED],
  }),
  lotteryEnded: (email, siteUrl) => {
    const { subject, paragraphs } = ENDED[email.why](email.title)
    return {
      subject: `【${SITE_TITLE}】${subject}`,
      paragraphs,
      button: { label: 'ページを開く', url: `${siteUrl}${seatedProductPath(email.product)}` },
      notes: [NOT_CHARGED],
    }
  },
}
