import { LeaveForm } from '#pwa/features/account/leaving/LeaveForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function UnsubscribeFixPage() {
  const user = useUser()
  return (
    <Screen title="退会の確認" back={paths.unsubscribe}>
      {user && <LeaveForm />}
    </Screen>
  )
}
