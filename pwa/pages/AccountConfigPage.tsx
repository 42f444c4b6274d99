import { AccountFacts } from '#pwa/features/account/AccountFacts.tsx'
import { NotificationSettings } from '#pwa/features/account/NotificationSettings.tsx'
import { Diagnosis } from '#pwa/features/push/Diagnosis.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function AccountConfigPage() {
  const user = useUser()
  return (
    <Screen title="アカウントと通知" back={paths.account}>
      {user && (
        <>
          <NotificationSettings user={user} />
          <Diagnosis />
          <AccountFacts user={user} />
        </>
      )}
    </Screen>
  )
}
