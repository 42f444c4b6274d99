import { useNavigate } from 'react-router-dom'
import { credentials } from '#contract/credentials/calls.ts'
import { LinkFailed } from '#pwa/features/auth/LinkFailed.tsx'
import { LinkPress } from '#pwa/features/auth/LinkPress.tsx'
import { useMailedLink } from '#pwa/features/auth/useMailedLink.ts'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { setRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { SpinnerScreen } from '#pwa/ui/loading/SpinnerScreen.tsx'

/** The target of a mailed password reset link; the button gives this browser the right to set a password. */
export function PrePasswordConfigPage() {
  const call = useCall()
  const navigate = useNavigate()
  const { link, facts } = useMailedLink()
  const form = useForm({
    initial: {},
    send: () => call(credentials.verifyReset, { body: link }),
    onDone() {
      setRedirectAfterLogin(facts.data?.next ?? paths.home)
      return navigate(paths.resetPasswordConfig, { replace: true })
    },
  })
  if (facts.error) return <LinkFailed error={facts.error} again={paths.resetPassword} />
  if (!facts.data) return <SpinnerScreen text="リンクを確認しています" />
  return (
    <>
      <Topbar title="パスワードの再設定" back={paths.login} />
      <LinkPress form={form} submit="再設定に進む">
        <p>
          ボタンを押すと、このブラウザーで新しいパスワードを設定できます。リンクが使えるのは一度だけです。
        </p>
      </LinkPress>
    </>
  )
}
