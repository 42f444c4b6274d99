import { OwnData } from '#pwa/features/account/leaving/OwnData.tsx'
import { NotificationSettings } from '#pwa/features/account/notifications/NotificationSettings.tsx'
import { AccountFacts } from '#pwa/features/account/profile/AccountFacts.tsx'
import { NameForm } from '#pwa/features/account/profile/NameForm.tsx'
import { PublicSettings } from '#pwa/features/account/profile/PublicSettings.tsx'
import { Diagnosis } from '#pwa/features/push/Diagnosis.tsx'
import { LinkedLogins } from '#pwa/features/social/LinkedLogins.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'

export function AccountConfigPage() {
  const user = useUser()
  return (
    <Screen title="アカウントと通知" back={paths.account}>
      {user && (
        <>
          <NotificationSettings user={user} />
          <Diagnosis />
          <PublicSettings user={user} />
          <LinkedLogins />
          <AccountFacts user={user} />
          <NameForm key={user.name} user={user} />
          <OwnData note="プロフィール、投稿、メッセージ、お支払いの記録などを、1つのファイルで受け取れます。" />
        </>
      )}
    </Screen>
  )
}
