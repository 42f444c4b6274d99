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

export function wordsOf(notice: Notice): Words {
  switch (notice.notice) {
    case 'eventTomorrow':
      return {
        title: `明日 ${clock(notice.start)}からです`,
        body: short(notice.title),
        url: eventPath(notice),
        urgency: 'normal',
      }
    case 'eventSoon':
      return {
        title: `まもなく、${clock(notice.start)}からです`,
        body: short(notice.title),
        url: eventPath(notice),
        urgency: 'high',
      }
    case 'eventOnAir':
      return {
        title: '配信が始まりました',
        body: short(notice.title),
        url: eventPath(notice),
        urgency: 'high',
      }
    case 'entryTomorrow':
      return {
        title: `明日 ${clock(notice.opens)}開場です`,
        body: short(notice.title),
        url: entryPath(notice),
        urgency: 'normal',
      }
    case 'entrySoon':
      return {
        title: `まもなく、${clock(notice.opens)}開場です`,
        body: short(notice.title),
        url: entryPath(notice),
        urgency: 'high',
      }
    case 'newEvent':
      return {
        title: short(`${notice.roomTitle}の新しいイベント`),
        body: short(`${notice.title}（${day(notice.start)} ${clock(notice.start)}）`),
        url: eventPath(notice),
        urgency: 'normal',
      }
    case 'newThread':
      return {
        title: short(`${notice.roomTitle}の新しい投稿`),
        body: short(notice.title),
        url: path('community', notice.room, 'talk', notice.threadId),
        urgency: 'normal',
      }
    case 'message':
      return {
        title: 'メッセージが届きました',
        body: short(`${notice.from}さんから`),
        url: path('account', 'message', notice.conversationId),
        urgency: 'normal',
      }
    case 'renewalFailed':
      return {
        title: 'お支払いの確認が必要です',
        body: short(`「${notice.roomTitle}」の今月の参加費を確認できませんでした`),
        url: ROOMS,
        urgency: 'normal',
      }
    case 'roomLocked':
      return {
        title: 'お支払いが必要です',
        body: short(`お支払いいただくと、「${notice.roomTitle}」をまたご覧いただけます`),
        url: ROOMS,
        urgency: 'normal',
      }
    case 'roomLost':
      return {
        title: 'ルームの参加が終わりました',
        body: short(`「${notice.roomTitle}」の参加費を確認できませんでした`),
        url: ROOMS,
        urgency: 'normal',
      }
    case 'ticketUsed':
      return {
        title: 'チケットを使いました',
        body: short(
          [`${clock(notice.at)} 入場`, ...(notice.gate ? [notice.gate] : []), notice.title].join(
            '・',
          ),
        ),
        url: entryPath(notice),
        urgency: 'normal',
      }
    case 'test':
      return {
        title: '通知のテスト',
        body: `この端末に、${SITE_TITLE}からの通知が届きます`,
        url: SETTINGS,
        urgency: 'high',
      }
  }
}
