import type { User } from '#contract/account/calls.ts'
import { brandName } from '#pwa/features/payments/brands.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

export interface AccountLink {
  to: string
  label: string
  icon: IconName
  note?: string
  /** The unread count. */
  count?: number
  /** Wide screens have it in their side navigation. */
  inSideNav?: true
}
export interface LinkGroup {
  title: string
  links: AccountLink[]
}

/** The links of the account, grouped by purpose. */
export const accountLinks = (user: User): LinkGroup[] => [
  {
    title: 'ルームとチケット',
    links: [
      { to: paths.registeredRooms, label: '参加中のルーム', icon: 'room', inSideNav: true },
      { to: paths.ticketBox, label: 'チケットボックス', icon: 'ticket', inSideNav: true },
      { to: paths.myEvents, label: '参加するイベント', icon: 'calendar' },
      {
        to: paths.messages,
        label: 'メッセージ',
        icon: 'mail',
        count: user.unread_messages,
        inSideNav: true,
      },
      {
        to: paths.notifications,
        label: '通知',
        icon: 'bell',
        count: user.unread_notifications,
        inSideNav: true,
      },
    ],
  },
  {
    title: 'お支払い',
    links: [
      { to: paths.payments, label: 'お支払い履歴', icon: 'receipt' },
      { to: paths.addPayments, label: 'お支払い方法', icon: 'card', note: cardLabel(user) },
    ],
  },
  {
    title: '自分のルーム',
    links: [
      { to: paths.profile(user.name), label: 'マイページ', icon: 'user', inSideNav: true },
      { to: paths.myCommunity, label: 'ルームと役割', icon: 'users' },
      { to: paths.dashboard, label: 'オーナーページ', icon: 'chart', inSideNav: true },
    ],
  },
  {
    title: '設定',
    links: [
      { to: paths.profileSetting(user.name), label: 'プロフィール', icon: 'idcard' },
      { to: paths.settingAccount, label: 'アカウントと通知', icon: 'settings' },
      { to: paths.settingEmail, label: 'メールアドレス', icon: 'mail' },
      { to: paths.settingPassword, label: 'パスワードと端末', icon: 'lock' },
    ],
  },
  {
    title: 'サポート',
    links: [
      { to: paths.feedback, label: 'ご意見を送る', icon: 'talk', inSideNav: true },
      { to: paths.accountHelp, label: 'ヘルプ', icon: 'help' },
      { to: paths.unsubscribe, label: '退会について', icon: 'info' },
    ],
  },
  ...(user.role === 'operator'
    ? [
        {
          title: 'サービスの運営',
          links: [{ to: paths.admin, label: '運営デスク', icon: 'shield' as const }],
        },
      ]
    : []),
]

const cardLabel = ({ mainCard }: User) =>
  mainCard ? `${brandName(mainCard.brand)} •••• ${mainCard.last4}` : '登録なし'
