import { inJapan } from '#contract/lib/japan-time.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import type { WhyOfferEnded, WhyWaitEnded } from '#server/ports/mail.ts'
import type { WhyVoucherEnded } from '#server/ports/voucher-emails.ts'
import type { Notification } from './notifications.ts'

/** Text of a notification, and the path on this site that it links to. */
export interface NotificationCopy {
  title: string
  body: string
  url: string
  urgency: 'low' | 'normal' | 'high'
}

/** Maximum length on a lock screen; a push payload is limited to 4,000 bytes. */
const LONGEST = 80
const short = (text: string) => {
  const chars = [...new Intl.Segmenter('ja').segment(text)]
  if (chars.length <= LONGEST) return text
  return `${chars
    .slice(0, LONGEST - 1)
    .map(({ segment }) => segment)
    .join('')}…`
}

export const clockOf = inJapan({ hour: 'numeric', minute: '2-digit' })
export const weekdayOf = inJapan({ month: 'long', day: 'numeric', weekday: 'short' })
export const pathOf = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
const eventPath = ({ room, eventId }: { room: string; eventId: string }) =>
  pathOf('community', room, 'event', eventId)
const entryPath = ({ issuedId }: { issuedId: string }) =>
  pathOf('account', 'ticketbox', 'ticket', issuedId)

const WAIT_ENDED: Record<WhyWaitEnded, string> = {
  lapsed: 'お席の期限が過ぎました',
  unfit: 'キャンセル待ちが終わりました',
  tooMany: 'ご希望の枚数を購入できなくなり、キャンセル待ちが終わりました',
  over: '販売が終わり、キャンセル待ちも終わりました',
  cancelled: '中止になり、キャンセル待ちも終わりました',
}

/** Of several seats, how many. */
const countOf = (seats = 1) => (seats > 1 ? `${seats}枚` : '')

const LOTTERY_ENDED: Record<WhyOfferEnded, string> = {
  lapsed: '当選の期限が過ぎました',
  unfit: '当選が取り消されました',
  over: '抽選販売が終わりました',
  cancelled: '抽選販売が中止になりました',
}

const VOUCHER_ENDED: Record<WhyVoucherEnded, string> = {
  lapsed: 'コンビニ払いの期限が過ぎました',
  cancelled: '中止になり、コンビニ払いの番号を取り消しました',
  unfit: 'コンビニ払いの番号を取り消しました',
  held: 'すでにお持ちのため、コンビニ払いの番号を取り消しました',
  recalled: 'お席がなくなり、コンビニ払いの番号を取り消しました',
}

const ROOMS = '/account/room'
const SETTINGS = '/account/setting/account_config'

const contentOf = (
  title: string,
  body: string,
  url: string,
  urgency: NotificationCopy['urgency'] = 'normal',
): NotificationCopy => ({ title: short(title), body: short(body), url, urgency })

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each notification
export function notificationCopyOf(notification: Notification): NotificationCopy {
  switch (notification.notice) {
    case 'eventTomorrow':
      return contentOf(
        `明日 ${clockOf(notification.start)}からです`,
        notification.title,
        eventPath(notification),
      )
    case 'eventSoon':
      return contentOf(
        `まもなく、${clockOf(notification.start)}からです`,
        notification.title,
        eventPath(notification),
        'high',
      )
    case 'eventOnAir':
      return contentOf('配信が始まりました', notification.title, eventPath(notification), 'high')
    case 'entryTomorrow':
      return contentOf(
        `明日 ${clockOf(notification.opens)}開場です`,
        notification.title,
        entryPath(notification),
      )
    case 'entrySoon':
      return contentOf(
        `まもなく、${clockOf(notification.opens)}開場です`,
        notification.title,
        entryPath(notification),
        'high',
      )
    case 'newEvent':
      return contentOf(
        `${notification.roomTitle}の新しいイベント`,
        `${notification.title}（${weekdayOf(notification.start)} ${clockOf(notification.start)}）`,
        eventPath(notification),
      )
    case 'newThread':
      return contentOf(
        `${notification.roomTitle}の新しい投稿`,
        notification.title,
        pathOf('community', notification.room, 'talk', notification.threadId),
      )
    case 'announcement':
      return contentOf(
        `${notification.roomTitle}からの連絡`,
        notification.title,
        pathOf('account', 'message', notification.conversationId),
      )
    case 'message':
      return contentOf(
        'メッセージが届きました',
        `${withSan(notification.from)}から`,
        pathOf('account', 'message', notification.conversationId),
      )
    case 'renewalFailed':
      return contentOf(
        'お支払いの確認が必要です',
        `「${notification.roomTitle}」の今月の参加費を確認できませんでした`,
        ROOMS,
      )
    case 'roomLost':
      return contentOf(
        'ルームから退会となりました',
        `「${notification.roomTitle}」の参加費を確認できませんでした`,
        ROOMS,
      )
    case 'ticketUsed':
      return contentOf(
        'チケットを使いました',
        [`${clockOf(notification.at)} 入場`, notification.gate, notification.title]
          .filter(Boolean)
          .join('・'),
        entryPath(notification),
      )
    case 'ticketMoved':
      return contentOf(
        'チケットを表示する端末が変わりました',
        `${notification.title}・お心当たりがないときは、パスワードを変えてください`,
        entryPath(notification),
      )
    case 'ticketMoveAsked':
      return contentOf(
        'ほかの端末から、チケットの切り替えの申し込みがありました',
        `${notification.title}・${weekdayOf(notification.from)} ${clockOf(notification.from)}から切り替わります。お心当たりがないときは、いまの端末で取り消してください`,
        entryPath(notification),
        'high',
      )
    case 'entryChanged':
      return contentOf(
        '公演の日時・会場が変わりました',
        notification.title,
        entryPath(notification),
      )
    case 'entryCancelled':
      return contentOf(
        '公演が中止になりました',
        notification.title,
        entryPath(notification),
        'high',
      )
    case 'seatOffered':
      return contentOf(
        `お席を${countOf(notification.seats)}ご用意しました（${weekdayOf(notification.expires)} ${clockOf(notification.expires)}まで）`,
        notification.title,
        seatedProductPath(notification.product),
        'high',
      )
    case 'seatOfferEnding':
      return contentOf(
        `まもなく、お席の期限です（${weekdayOf(notification.expires)} ${clockOf(notification.expires)}まで）`,
        notification.title,
        seatedProductPath(notification.product),
        'high',
      )
    case 'seatRecalled':
      return contentOf(
        'お取りしていたお席のご案内を取り消しました',
        notification.title,
        seatedProductPath(notification.product),
      )
    case 'resold':
      return contentOf(
        '公式リセールでチケットが購入されました。代金を返金します',
        notification.title,
        seatedProductPath(notification.product),
      )
    case 'resaleUnsold':
      return contentOf(
        '公式リセールが終わりました。チケットはお手元のままです',
        notification.title,
        seatedProductPath(notification.product),
      )
    case 'waitEnded':
      return contentOf(
        WAIT_ENDED[notification.why],
        notification.title,
        seatedProductPath(notification.product),
      )
    case 'lotteryResult':
      return contentOf(
        '抽選の結果が出ました',
        notification.title,
        seatedProductPath(notification.product),
        'high',
      )
    case 'lotteryEnded':
      return contentOf(
        LOTTERY_ENDED[notification.why],
        notification.title,
        seatedProductPath(notification.product),
      )
    case 'voucherEnding':
      return contentOf(
        `コンビニ払いの期限は、${weekdayOf(notification.expires)} ${clockOf(notification.expires)}です`,
        notification.title,
        pathOf('account', 'voucher', notification.orderId),
        'high',
      )
    case 'voucherEnded':
      return contentOf(VOUCHER_ENDED[notification.why], notification.title, '/account/ticketbox')
    case 'test':
      return contentOf(
        '通知のテスト',
        `この端末に、${SITE_TITLE}からの通知が届きます`,
        SETTINGS,
        'high',
      )
  }
}
