import { Leaving } from '#pwa/features/account/leaving/Leaving.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function UnsubscribePage() {
  const user = useUser()
  return (
    <Screen title="退会について" back={paths.account}>
      {user && <Leaving user={user} />}
    </Screen>
  )
}
