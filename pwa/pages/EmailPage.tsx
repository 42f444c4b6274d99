import { EmailFacts } from '#pwa/features/account/access/EmailFacts.tsx'
import { EmailForm } from '#pwa/features/account/access/EmailForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'

export function EmailPage() {
  const user = useUser()
  return (
    <Screen title="メールアドレス" back={paths.account}>
      {user && (
        <>
          <EmailFacts user={user} />
          <EmailForm />
        </>
      )}
    </Screen>
  )
}
