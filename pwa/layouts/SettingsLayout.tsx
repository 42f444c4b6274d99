import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { BarFrame } from './BarFrame.tsx'
import type { Destination } from './chrome/navigation.ts'
import { SectionBar } from './chrome/SectionBar.tsx'
import type { LayoutProps } from './layouts.tsx'

const sectionsOf = (name: string): Destination[] => [
  { to: paths.profileSetting(name), icon: 'idcard', label: 'プロフィール' },
  { to: paths.settingAccount, icon: 'bell', label: 'アカウントと通知' },
  { to: paths.settingEmail, icon: 'mail', label: 'メールアドレス' },
  { to: paths.settingPassword, icon: 'lock', label: 'パスワードと端末' },
  { to: paths.payments, icon: 'receipt', label: 'お支払い履歴' },
  { to: paths.addPayments, icon: 'card', label: 'お支払い方法' },
]

/** Settings: on wide screens the others stand beside the open one; on a phone the account page lists them. */
export function SettingsLayout({ children }: LayoutProps) {
  const user = useUser()
  const bar = user && <SectionBar label="設定" items={sectionsOf(user.name)} wide="only" />
  return <BarFrame bar={bar}>{children}</BarFrame>
}
