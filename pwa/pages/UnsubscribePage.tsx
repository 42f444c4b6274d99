import { Leaving } from '#pwa/features/account/leaving/Leaving.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'

export function UnsubscribePage() {
  const user = useUser()
  return (
    <Screen title="退会について" back={paths.account}>
      {user && <Leaving user={user} />}
    </Screen>
  )
}
