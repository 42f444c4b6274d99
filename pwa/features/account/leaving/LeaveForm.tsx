import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { account } from '#contract/account/calls.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { clearRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** The last step of leaving the service: the password and a confirmation switch. */
export function LeaveForm() {
  const call = useCall()
  const session = useSession()
  const navigate = useNavigate()
  const [sure, setSure] = useState(false)
  const form = useForm({
    initial: { password: '' },
    send: (body) => call(account.leave, { body }),
    async onDone() {
      await session.logout()
      clearRedirectAfterLogin()
      showToast('退会しました。ご利用ありがとうございました。')
      await navigate(paths.home)
    },
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <p className="small">
        参加しているルームの自動更新は今すぐ止まり、お支払い済みの期間が残っていてもご覧いただけなくなります。お持ちのチケットも使えなくなります。どちらも返金はありません。
      </p>
      <CurrentPassword {...form.field('password')} />
      <Toggle
        label="使えなくなるものと、元に戻せないことを確認しました"
        checked={sure}
        onChange={setSure}
      />
      <Button type="submit" wide variant="danger" disabled={!sure} busy={form.busy}>
        退会する
      </Button>
      <Button wide variant="quiet" to={paths.account}>
        退会せずに戻る
      </Button>
    </form>
  )
}
