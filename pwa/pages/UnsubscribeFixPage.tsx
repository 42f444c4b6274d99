import { LeaveForm } from '#pwa/features/account/leaving/LeaveForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'

export function UnsubscribeFixPage() {
  const user = useUser()
  return (
    <Screen title="退会の確認" back={paths.unsubscribe}>
      {user && <LeaveForm />}
    </Screen>
  )
}
