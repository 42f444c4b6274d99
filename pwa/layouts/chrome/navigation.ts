import type { User } from '#contract/account/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

export interface Destination {
  to: string
  label: string
  icon: IconName
  /** The unread count. */
  count?: number
  /** Current only at this exact path, not below it. */
  end?: true
}

const HOME: Destination = { to: paths.home, label: 'ホーム', icon: 'home', end: true }
const SEARCH: Destination = { to: paths.results(), label: 'さがす', icon: 'search' }
const HELP: Destination = { to: paths.help, label: 'ヘルプ', icon: 'help' }
const TICKETS: Destination = { to: paths.ticketBox, label: 'チケットボックス', icon: 'ticket' }

const messages = ({ unread_messages }: User, label = 'メッセージ'): Destination => ({
  to: paths.messages,
  label,
  icon: 'mail',
  count: unread_messages,
})

/** For the side navigation: its pages have no bell. */
export const notificationList = ({ unread_notifications }: User): Destination => ({
  to: paths.notifications,
  label: '通知',
  icon: 'bell',
  count: unread_notifications,
})

/** The signed-in global navigation, first list. */
export const firstList = (user: User): Destination[] => [
  { to: paths.registeredRooms, label: '参加中のルーム', icon: 'room' },
  TICKETS,
  messages(user),
]

/** The second list; logout is below it. */
export const secondList = (user: User): Destination[] => [
  { to: paths.profile(user.name), label: 'マイページ', icon: 'user', end: true },
  { to: paths.dashboard, label: 'オーナーページ', icon: 'chart' },
  { to: paths.feedback, label: 'ご意見を送る', icon: 'talk' },
  HELP,
]

/** The first links of the side navigation, for members and visitors. */
export const sideTop: Destination[] = [HOME, SEARCH]

export const visitorList: Destination[] = [
  { to: paths.news, label: 'お知らせ', icon: 'newspaper' },
  { to: paths.beginners, label: 'はじめての方へ', icon: 'info' },
  HELP,
]

/** The bottom bar in a mobile browser: four links. */
export const footerBar = (user: User): Destination[] => [
  HOME,
  { to: paths.profile(user.name), label: 'マイページ', icon: 'user', end: true },
  { ...TICKETS, label: 'チケット' },
  { to: paths.account, label: 'アカウント', icon: 'settings', end: true },
]

/** The bottom menu of the installed app: five icons. */
export const standaloneMenu = (user: User): Destination[] => [
  HOME,
  SEARCH,
  { ...TICKETS, label: 'チケット' },
  messages(user),
  { to: paths.profile(user.name), label: 'マイページ', icon: 'user', end: true },
]
