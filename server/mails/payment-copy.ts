import { longDay } from '#contract/lib/japan-time.ts'
import { discountLines } from '#contract/orders/confirmation.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import {
  BY_CARD,
  BY_KONBINI,
  NO_PRO_RATA,
  SALE_RULES,
  saleRules,
  taxIncluded,
} from '#contract/orders/sale-rules.ts'
import { statementText } from '#contract/payments/statement.ts'
import { UNPAID_ENDS } from '#contract/rooms/messages.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { PaymentEmail } from '#server/ports/mail.ts'
import type { CopyTable, EmailOf } from './copy.ts'
import { formatMoment } from './moment.ts'
import { CARD_STATEMENT, ticketBoxButton, WHY_REFUNDED } from './parts.ts'
import { VOUCHER_COPY } from './voucher-copy.ts'

const yen = taxIncluded

const NO_DOUBLE = 'お支払いが二重になることはありません。'

const onStatement = ({ seller }: { seller?: string }) =>
  seller ? [`カードの明細：${statementText(seller)}`] : []

/** The rules of the sale, as the buyer confirmed them. */
function termsOf({ kind, confirmed }: EmailOf<'purchased', PaymentEmail>): string {
  const rules = saleRules(kind)
  const labels = new Set(rules.map(({ label }) => label))
  return (confirmed?.filter(({ label }) => labels.has(label)) ?? rules)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')
}

const subject = (text: string) => `【${SITE_TITLE}】${text}`
const payments = (siteUrl: string) => ({
  label: 'お支払い履歴と領収書を見る',
  url: `${siteUrl}/account/payments`,
})
const rooms = (siteUrl: string, label: string) => ({ label, url: `${siteUrl}/account/room` })

/** Where one goes after buying; the receipt is a link beside it. */
function afterPurchase({ kind, bought, seller }: EmailOf<'purchased'>, siteUrl: string) {
  const links = [payments(siteUrl)]
  if (kind === 'room')
    return seller
      ? { button: { label: 'ルームを開く', url: `${siteUrl}/community/${seller}` }, links }
      : { button: payments(siteUrl) }
  if (!bought) return { button: payments(siteUrl) }
  const path = `${kind === 'event' ? 'event' : 'ticket'}/${bought}`
  const url = `${siteUrl}/account/ticketbox/${path}`
  return { button: { label: 'チケットを表示する', url }, links }
}

/** Copy of emails about a buyer's payments. */
export const PAYMENT_COPY: CopyTable<PaymentEmail['letter']> = {
  purchased: (email, siteUrl) => ({
    subject: subject('お申し込みが完了しました'),
    paragraphs: [
      `「${email.title}」のお支払いを確認しました。ありがとうございます。`,
      [
        `内容：${PRODUCT_NAMES[email.kind]}`,
        ...discountLines(email.confirmed ?? []).map(({ label, text }) => `${label}: ${text}`),
        `お支払い：${yen(email.amount)}、${email.inStore ? BY_KONBINI : BY_CARD}`,
        `日時：${formatMoment(email.at)}`,
        ...(email.renewsAt ? [`次の更新：${longDay(email.renewsAt)}（自動で更新されます）`] : []),
        ...(email.inStore ? [] : onStatement(email)),
      ].join('\n'),
    ],
    ...afterPurchase(email, siteUrl),
    notes: [termsOf(email)],
  }),
  renewed: (email, siteUrl) => ({
    subject: subject('参加費のお支払いを確認しました'),
    paragraphs: [
      `「${email.title}」の参加を更新しました。`,
      [
        `お支払い：${yen(email.amount)}、クレジットカード`,
        `日時：${formatMoment(email.at)}`,
        `次の更新：${longDay(email.renewsAt)}`,
        ...onStatement(email),
      ].join('\n'),
    ],
    button: payments(siteUrl),
    notes: [`${SALE_RULES.room_leaving.label}: ${SALE_RULES.room_leaving.text()}`],
  }),
  renewalFailed: (email, siteUrl) => ({
    subject: subject(
      email.reminder === 'last'
        ? 'まもなくルームを見られなくなります'
        : '参加費のお支払いを確認できませんでした',
    ),
    paragraphs: [
      email.reminder === 'first'
        ? `「${email.title}」の参加費 ${yen(email.amount)} のお支払いを確認できませんでした。`
        : `「${email.title}」の参加費 ${yen(email.amount)} のお支払いを、まだ確認できていません。`,
      `${longDay(email.locksAt)}まではこれまでどおりご覧いただけます。それまでに、別のカードでお支払いいただくか、カードの有効期限やご利用枠をご確認ください。`,
    ],
    button: rooms(siteUrl, '別のカードで今すぐ支払う'),
    notes: [UNPAID_ENDS, `カード会社への確認は自動でも行われます。${NO_DOUBLE}`],
  }),
  roomLeft: (email, siteUrl) => ({
    subject: subject('退会を受け付けました'),
    paragraphs: email.paidUntil
      ? [
          `「${email.title}」の更新を停止しました。${formatMoment(email.paidUntil)}までは、これまでどおりご覧いただけます。`,
          'それまでは「参加中のルーム」から、追加のお支払いなしで退会を取りやめられます。',
        ]
      : [`「${email.title}」を退会しました。これからのお支払いはありません。`],
    button: rooms(siteUrl, '参加中のルームを見る'),
    notes: email.paidUntil ? [NO_PRO_RATA] : [],
  }),
  roomLost: (email, siteUrl) => ({
    subject: subject('ルームから退会となりました'),
    paragraphs: [
      `「${email.title}」の参加費のお支払いを確認できなかったため、退会となりました。お支払いの済んでいない参加費は請求しません。`,
      'もう一度参加するには、ルームのページから新しくお申し込みください。',
    ],
    button: rooms(siteUrl, '参加中のルームを見る'),
    notes: [],
  }),
  roomPriceLowered: (email, siteUrl) => ({
    subject: subject(email.amount > 0 ? '参加費が下がりました' : '参加費が無料になりました'),
    paragraphs:
      email.amount > 0
        ? [
            `「${email.title}」の参加費が、${yen(email.before)}から ${yen(email.amount)}に下がりました。`,
            `${email.from ? `${longDay(email.from)}の更新` : '次の更新'}から、下がった金額になります。手続きは必要ありません。`,
          ]
        : [
            `「${email.title}」の参加費が無料になりました。`,
            'これからのお支払いはありません。手続きは必要なく、これまでどおりご覧いただけます。',
          ],
    button: rooms(siteUrl, '参加中のルームを見る'),
    notes: ['あとで参加費が上がっても、参加中のあいだは、この金額のままです。'],
  }),
  refunded: (email, siteUrl) => ({
    subject: subject('返金のお知らせ'),
    paragraphs: [
      `「${email.title}」のお支払い ${yen(email.amount)} を、${email.transfer ? 'ご指定の銀行口座へ振り込みました' : 'お支払いのカードへ返金しました'}。`,
      ...(email.why ? [WHY_REFUNDED[email.why]] : []),
    ],
    button: payments(siteUrl),
    notes: email.transfer ? [] : [CARD_STATEMENT],
  }),
  ...VOUCHER_COPY,
  ticketTakenBack: (email, siteUrl) => ({
    subject: subject('入場チケットが取り消されました'),
    paragraphs: [
      `お持ちの「${email.title}」の入場チケットは、ご購入された方のお支払いが取り消されたため、お使いいただけなくなりました。`,
    ],
    button: ticketBoxButton(siteUrl),
    notes: ['くわしくは、チケットをくださった方、またはオーナーにお問い合わせください。'],
  }),
  ticketRestored: (email, siteUrl) => ({
    subject: subject('入場チケットをまたお使いいただけます'),
    paragraphs: [
      `取り消されていた「${email.title}」の入場チケットを、またお使いいただけるようになりました。`,
    ],
    button: ticketBoxButton(siteUrl),
    notes: [],
  }),
}
