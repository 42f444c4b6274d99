import { SITE_TITLE } from '#contract/limits.ts'
import type { Notice } from './notices.ts'

/** What a notification says, and where a tap on it leads: a path on this site. */
export interface Words {
  title: string
  body: string
  url: string
  urgency: 'low' | 'normal' | 'high'
}

/** A lock screen shows no more, and a push service takes four thousand bytes. */
const LONGEST = 80
const short = (text: string) => {
  const letters = [...new Intl.Segmenter('ja').segment(text)]
  if (letters.length <= LONGEST) return text
  return `${letters
    .slice(0, LONGEST - 1)
    .map(({ segment }) => segment)
    .join('')}…`
}

const clock = (instant: string) =>
  new Date(instant).toLocaleTimeString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    hour: 'numeric',
    minute: '2-digit',
  })
const day = (instant: string) =>
  new Date(instant).toLocaleDateString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  })
const path = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
const eventPath = ({ room, eventId }: { room: string; eventId: string }) =>
  path('community', room, 'event', eventId)
const entryPath = ({ issuedId }: { issuedId: string }) =>
  path('account', 'ticketbox', 'ticket', issuedId)

const ROOMS = '/account/room'
const SETTINGS = '/account/setting/account_config'

const said = (
  title: string,
  body: string,
  url: string,
  urgency: Words['urgency'] = 'normal',
): Words => ({ title: short(title), body: short(body), url, urgency })

export function wordsOf(notice: Notice): Words {
  switch (notice.notice) {
    case 'eventTomorrow':
      return said(`明日 ${clock(notice.start)}からです`, notice.title, eventPath(notice))
    case 'eventSoon':
      return said(
        `まもなく、${clock(notice.start)}からです`,
        notice.title,
        eventPath(notice),
        'high',
      )
    case 'eventOnAir':
      return said('配信が始まりました', notice.title, eventPath(notice), 'high')
    case 'entryTomorrow':
      return said(`明日 ${clock(notice.opens)}開場です`, notice.title, entryPath(notice))
    case 'entrySoon':
      return said(
        `まもなく、${clock(notice.opens)}開場です`,
        notice.title,
        entryPath(notice),
        'high',
      )
    case 'newEvent':
      return said(
        `${notice.roomTitle}の新しいイベント`,
        `${notice.title}（${day(notice.start)} ${clock(notice.start)}）`,
        eventPath(notice),
      )
    case 'newThread':
      return said(
        `${notice.roomTitle}の新しい投稿`,
        notice.title,
        path('community', notice.room, 'talk', notice.threadId),
      )
    case 'announcement':
      return said(
        `${notice.roomTitle}からのお知らせ`,
        notice.title,
        path('account', 'message', notice.conversationId),
      )
    case 'message':
      return said(
        'メッセージが届きました',
        `${notice.from}さんから`,
        path('account', 'message', notice.conversationId),
      )
    case 'renewalFailed':
      return said(
        'お支払いの確認が必要です',
        `「${notice.roomTitle}」の今月の参加費を確認できませんでした`,
        ROOMS,
      )
    case 'roomLocked':
      return said(
        'お支払いが必要です',
        `お支払いいただくと、「${notice.roomTitle}」をまたご覧いただけます`,
        ROOMS,
      )
    case 'roomLost':
      return said(
        'ルームの参加が終わりました',
        `「${notice.roomTitle}」の参加費を確認できませんでした`,
        ROOMS,
      )
    case 'ticketUsed':
      return said(
        'チケットを使いました',
        [`${clock(notice.at)} 入場`, notice.gate, notice.title].filter(Boolean).join('・'),
        entryPath(notice),
      )
    case 'entryCancelled':
      return said('公演が中止になりました', notice.title, entryPath(notice), 'high')
    case 'test':
      return said('通知のテスト', `この端末に、${SITE_TITLE}からの通知が届きます`, SETTINGS, 'high')
  }
}
