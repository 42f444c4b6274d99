import { SITE_TITLE } from '#contract/limits.ts'
import type { PaymentEmail } from '#server/ports/mail.ts'
import type { Words } from './words.ts'

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}（税込）`
const inJapan = (instant: string, style: Intl.DateTimeFormatOptions) =>
  new Date(instant).toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo', ...style })
const moment = (instant: string) => inJapan(instant, { dateStyle: 'long', timeStyle: 'short' })
const day = (instant: string) => inJapan(instant, { dateStyle: 'long' })

const KINDS = {
  room: 'ルーム参加費',
  event: '視聴チケット',
  digital_ticket: '入場チケット',
} as const

const CARD_STATEMENT =
  'カードのご利用明細に反映されるまで、カード会社により数日から2か月ほどかかることがあります。'
const WHY_REFUNDED = {
  late: 'お支払いの完了が期限を過ぎたか、席が残っていなかったため、ご用意できませんでした。',
  twice: '同じお申し込みに二重のお支払いがあったため、片方を返金しました。お申し込みは有効です。',
  suspended: 'ルームまたはアカウントが利用停止中のため、いただいた参加費をお返ししました。',
}
const NO_PRO_RATA = '日割りの返金はありません。'
const NO_DOUBLE = 'お支払いが二重になることはありません。'

/** The words of what concerns a buyer's money. */
export function moneyWords(letter: PaymentEmail, siteUrl: string): Words {
  const subject = (words: string) => `【${SITE_TITLE}】${words}`
  const payments = { label: 'お支払い履歴と領収書を見る', url: `${siteUrl}/account/payments` }
  const ticketBox = { label: 'チケットボックスをひらく', url: `${siteUrl}/account/ticketbox` }
  const rooms = (label: string) => ({ label, url: `${siteUrl}/account/room` })
  switch (letter.letter) {
    case 'purchased':
      return {
        subject: subject('お申し込みが完了しました'),
        paragraphs: [
          `「${letter.title}」のお支払いを確認しました。ありがとうございます。`,
          [
            `内容: ${KINDS[letter.kind]}`,
            `お支払い: ${yen(letter.amount)}、クレジットカード`,
            `日時: ${moment(letter.at)}`,
            ...(letter.renewsAt ? [`次の更新: ${day(letter.renewsAt)}（自動で更新されます）`] : []),
          ].join('\n'),
        ],
        button: payments,
        notes: letter.renewsAt
          ? [`退会は「参加中のルーム」からいつでもできます。${NO_PRO_RATA}`]
          : [],
      }
    case 'renewed':
      return {
        subject: subject('参加費のお支払いを確認しました'),
        paragraphs: [
          `「${letter.title}」の参加を更新しました。`,
          [
            `お支払い: ${yen(letter.amount)}、クレジットカード`,
            `日時: ${moment(letter.at)}`,
            `次の更新: ${day(letter.renewsAt)}`,
          ].join('\n'),
        ],
        button: payments,
        notes: [`退会は「参加中のルーム」からいつでもできます。${NO_PRO_RATA}`],
      }
    case 'renewalFailed':
      return {
        subject: subject(
          letter.reminder === 'last'
            ? 'まもなくルームを見られなくなります'
            : '参加費のお支払いを確認できませんでした',
        ),
        paragraphs: [
          letter.reminder === 'first'
            ? `「${letter.title}」の参加費 ${yen(letter.amount)} のお支払いを確認できませんでした。`
            : `「${letter.title}」の参加費 ${yen(letter.amount)} のお支払いを、まだ確認できていません。`,
          `${day(letter.locksAt)}まではこれまでどおりご覧いただけます。それまでに、別のカードでお支払いいただくか、カードの有効期限やご利用枠をご確認ください。`,
        ],
        button: rooms('別のカードで今すぐ支払う'),
        notes: [`カード会社への確認は自動でも行われます。${NO_DOUBLE}`],
      }
    case 'roomLocked':
      return {
        subject: subject('ルームのご利用を停止しました'),
        paragraphs: [
          `「${letter.title}」の参加費 ${yen(letter.amount)} のお支払いを確認できなかったため、ルームのご利用を停止しました。`,
          'お支払いいただくと、すぐにまたご覧いただけます。',
        ],
        button: rooms('支払って再開する'),
        notes: ['お支払いのないまま日が過ぎると、自動で退会になります。'],
      }
    case 'roomLeft':
      return {
        subject: subject('退会を受け付けました'),
        paragraphs: letter.paidUntil
          ? [
              `「${letter.title}」の更新を停止しました。${moment(letter.paidUntil)}までは、これまでどおりご覧いただけます。`,
              'それまでは「参加中のルーム」から、追加のお支払いなしで退会をとりやめられます。',
            ]
          : [`「${letter.title}」を退会しました。これからのお支払いはありません。`],
        button: rooms('参加中のルームを見る'),
        notes: letter.paidUntil ? [NO_PRO_RATA] : [],
      }
    case 'roomLost':
      return {
        subject: subject('ルームを退会になりました'),
        paragraphs: [
          `「${letter.title}」の参加費のお支払いを確認できなかったため、退会になりました。未払いの参加費の請求はありません。`,
          'もう一度参加するには、ルームのページから新しくお申し込みください。',
        ],
        button: rooms('参加中のルームを見る'),
        notes: [],
      }
    case 'refunded':
      return {
        subject: subject('返金のお知らせ'),
        paragraphs: [
          `「${letter.title}」のお支払い ${yen(letter.amount)} を、お支払いのカードへ返金しました。`,
          ...(letter.why ? [WHY_REFUNDED[letter.why]] : []),
        ],
        button: payments,
        notes: [CARD_STATEMENT],
      }
    case 'ticketTakenBack':
      return {
        subject: subject('入場チケットが取り消されました'),
        paragraphs: [
          `お持ちの「${letter.title}」の入場チケットは、ご購入された方のお支払いが取り消されたため、お使いいただけなくなりました。`,
        ],
        button: ticketBox,
        notes: ['くわしくは、チケットを譲渡された方、または主催者にお問い合わせください。'],
      }
    case 'ticketRestored':
      return {
        subject: subject('入場チケットをまたお使いいただけます'),
        paragraphs: [
          `取り消されていた「${letter.title}」の入場チケットを、またお使いいただけるようになりました。`,
        ],
        button: ticketBox,
        notes: [],
      }
  }
}
