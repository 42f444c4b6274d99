import { DISCLOSURE_KEPT_DAYS } from '#contract/disclosures/limits.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { OperatorEmail } from '#server/ports/operator-emails.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'

const OUTCOMES = {
  accepted: 'ご申告の内容を確認し、必要な対応をしました。',
  declined: 'ご申告の内容を確認しましたが、削除などの対応はしないことになりました。',
  reversed:
    'ご申告への対応を取り消し、あらためて確認することになりました。結果は、メールでお知らせします。',
}
const UNASKED = 'お心当たりのない場合は、このメールを破棄してください。'

/** Copy of emails about operators' decisions; contains no text by other people. */
export const OPERATOR_COPY: CopyTable<OperatorEmail['letter']> = {
  serviceWord: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】${email.title}`,
    paragraphs: [
      `運営からのお知らせです：${email.title}`,
      `理由：${email.reason}`,
      'くわしくは、メッセージをご確認ください。',
    ],
    button: { label: 'メッセージを見る', url: `${siteUrl}/account/message` },
    notes: [],
  }),
  disclosureReminded: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】販売者情報の開示請求にお答えください`,
    paragraphs: [
      `${email.days}日前に届いた、販売者情報の開示の請求に、まだ回答がありません。`,
      '購入を検討している方からの請求には、遅滞なく答えることが法律で定められています。お答えがないときは、運営が代わりに答えることがあります。',
    ],
    button: { label: '請求を確認する', url: `${siteUrl}/dashboard/monetization` },
    notes: [`請求した方の情報は、請求から${DISCLOSURE_KEPT_DAYS}日後に削除されます。`],
  }),
  takedownReceived: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】削除依頼を受け付けました（${email.number}）`,
    paragraphs: [
      `権利侵害についてのご申告を受け付けました。受付番号は ${email.number} です。`,
      '内容を確認し、結果をメールでお知らせします。確認のため、投稿した方に意見を聞くことがあります。',
    ],
    button: { label: '知的財産ポリシーを見る', url: `${siteUrl}/policy` },
    notes: [UNASKED],
  }),
  takedownDecided: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】削除依頼への対応について（${email.number}）`,
    paragraphs: [
      `受付番号 ${email.number} のご申告についてお知らせします。`,
      OUTCOMES[email.outcome],
      `理由：${email.reason}`,
    ],
    button: { label: '知的財産ポリシーを見る', url: `${siteUrl}/policy` },
    notes: [UNASKED],
  }),
  takedownInquired: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】削除依頼が届いています。ご意見をお聞かせください`,
    paragraphs: [
      'あなたの投稿などについて、権利を侵害しているとの申告が届きました。',
      `削除に同意するかどうかを、${formatMoment(email.answerUntil)}までにお答えください。お答えがないときは、同意があったものとして扱うことがあります。`,
    ],
    button: {
      label: '内容を見て答える',
      url: `${siteUrl}/account/takedown/${email.takedownId}`,
    },
    notes: ['内容を見るには、ログインが必要です。'],
  }),
}
