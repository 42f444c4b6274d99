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

type Kind = Notification['notice']
/** The notifications of one kind. */
type Of<K extends Kind> = { [One in K]: Told<One> & { notice: One } }[K]
type Told<K extends Kind, N = Notification> = N extends { notice: infer Own }
  ? K extends Own
    ? N
    : never
  : never

/** How each kind of notification is worded. */
const COPY: { [K in Kind]: (news: Of<K>) => NotificationCopy } = {
  eventTomorrow: (news) =>
    contentOf(`明日 ${clockOf(news.start)}からです`, news.title, eventPath(news)),
  eventSoon: (news) =>
    contentOf(`まもなく、${clockOf(news.start)}からです`, news.title, eventPath(news), 'high'),
  eventOnAir: (news) => contentOf('配信が始まりました', news.title, eventPath(news), 'high'),
  entryTomorrow: (news) =>
    contentOf(`明日 ${clockOf(news.opens)}開場です`, news.title, entryPath(news)),
  entrySoon: (news) =>
    contentOf(`まもなく、${clockOf(news.opens)}開場です`, news.title, entryPath(news), 'high'),
  newEvent: (news) =>
    contentOf(
      `${news.roomTitle}の新しいイベント`,
      `${news.title}（${weekdayOf(news.start)} ${clockOf(news.start)}）`,
      eventPath(news),
    ),
  newThread: (news) =>
    contentOf(
      `${news.roomTitle}の新しい投稿`,
      news.title,
      pathOf('community', news.room, 'talk', news.threadId),
    ),
  announcement: (news) =>
    contentOf(
      `${news.roomTitle}からの連絡`,
      news.title,
      pathOf('account', 'message', news.conversationId),
    ),
  message: (news) =>
    contentOf(
      'メッセージが届きました',
      `${withSan(news.from)}から`,
      pathOf('account', 'message', news.conversationId),
    ),
  renewalFailed: (news) =>
    contentOf(
      'お支払いの確認が必要です',
      `「${news.roomTitle}」の今月の参加費を確認できませんでした`,
      ROOMS,
    ),
  roomLost: (news) =>
    contentOf(
      'ルームから退会となりました',
      `「${news.roomTitle}」の参加費を確認できませんでした`,
      ROOMS,
    ),
  ticketUsed: (news) =>
    contentOf(
      'チケットを使いました',
      [`${clockOf(news.at)} 入場`, news.gate, news.title].filter(Boolean).join('・'),
      entryPath(news),
    ),
  ticketMoved: (news) =>
    contentOf(
      'チケットを表示する端末が変わりました',
      `${news.title}・お心当たりがないときは、パスワードを変えてください`,
      entryPath(news),
    ),
  ticketMoveAsked: (news) =>
    contentOf(
      'ほかの端末から、チケットの切り替えの申し込みがありました',
      `${news.title}・${weekdayOf(news.from)} ${clockOf(news.from)}から切り替わります。お心当たりがないときは、いまの端末で取り消してください`,
      entryPath(news),
      'high',
    ),
  entryChanged: (news) => contentOf('公演の日時・会場が変わりました', news.title, entryPath(news)),
  entryCancelled: (news) =>
    contentOf('公演が中止になりました', news.title, entryPath(news), 'high'),
  seatOffered: (news) =>
    contentOf(
      `お席を${countOf(news.seats)}ご用意しました（${weekdayOf(news.expires)} ${clockOf(news.expires)}まで）`,
      news.title,
      seatedProductPath(news.product),
      'high',
    ),
  seatOfferEnding: (news) =>
    contentOf(
      `まもなく、お席の期限です（${weekdayOf(news.expires)} ${clockOf(news.expires)}まで）`,
      news.title,
      seatedProductPath(news.product),
      'high',
    ),
  seatRecalled: (news) =>
    contentOf(
      'お取りしていたお席のご案内を取り消しました',
      news.title,
      seatedProductPath(news.product),
    ),
  resold: (news) =>
    contentOf(
      '公式リセールでチケットが購入されました。代金を返金します',
      news.title,
      seatedProductPath(news.product),
    ),
  resaleUnsold: (news) =>
    contentOf(
      '公式リセールが終わりました。チケットはお手元のままです',
      news.title,
      seatedProductPath(news.product),
    ),
  waitEnded: (news) => contentOf(WAIT_ENDED[news.why], news.title, seatedProductPath(news.product)),
  lotteryResult: (news) =>
    contentOf('抽選の結果が出ました', news.title, seatedProductPath(news.product), 'high'),
  lotteryEnded: (news) =>
    contentOf(LOTTERY_ENDED[news.why], news.title, seatedProductPath(news.product)),
  voucherEnding: (news) =>
    contentOf(
      `コンビニ払いの期限は、${weekdayOf(news.expires)} ${clockOf(news.expires)}です`,
      news.title,
      pathOf('account', 'voucher', news.orderId),
      'high',
    ),
  voucherEnded: (news) => contentOf(VOUCHER_ENDED[news.why], news.title, '/account/ticketbox'),
  test: () =>
    contentOf('通知のテスト', `この端末に、${SITE_TITLE}からの通知が届きます`, SETTINGS, 'high'),
}

export const notificationCopyOf = <K extends Kind>(notification: Of<K>): NotificationCopy =>
  COPY[notification.notice](notification)
