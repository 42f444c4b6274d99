import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { credentials } from '#contract/credentials.ts'
import { NewPasswordForm } from '#pwa/features/auth/NewPasswordForm.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { showToast } from '#pwa/ui/toast.ts'

/** Only with the token that a mailed link gave; without it there is no such page. */
export function ResetPasswordConfigPage() {
  const navigate = useNavigate()
  const [isSet, setIsSet] = useState(false)
  // It is spent with the password: whoever asked for it once more on the way to the login would be told of no such page.
  const token = useLoad(credentials.hasResetToken, {}, { enabled: !isSet })
  const session = useSession()
  const done = async () => {
    setIsSet(true)
    // A login of that person ended with all others: whoever is still told to be in it would be let do nothing.
    await session.refresh().catch(console.error)
    showToast('パスワードを変更しました。新しいパスワードでログインしてください。')
    void navigate(paths.login, { replace: true })
  }
  return (
    <Loaded of={token}>
      {() => (
        <>
          <Topbar title="新しいパスワード" back={paths.login} />
          <NewPasswordForm onDone={() => void done()} />
        </>
      )}
    </Loaded>
  )
}
