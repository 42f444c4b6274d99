import { EmailFacts } from '#pwa/features/account/access/EmailFacts.tsx'
import { EmailForm } from '#pwa/features/account/access/EmailForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

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
