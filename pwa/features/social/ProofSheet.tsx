import { SOCIAL_NAMES, type SocialProvider, social } from '#contract/social/calls.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

interface ProofSheetProps {
  provider: SocialProvider
  isLinked: boolean
  /** An account created by social login may have no password. */
  hasPassword: boolean
  onClose: () => void
}

/** Asks for the password before a social login is linked or unlinked. */
export function ProofSheet({ provider, isLinked, hasPassword, onClose }: ProofSheetProps) {
  const name = SOCIAL_NAMES[provider]
  return (
    <Sheet open title={isLinked ? `${name}との連携を解除` : `${name}と連携`} onClose={onClose}>
      {hasPassword ? (
        <ProofForm provider={provider} isLinked={isLinked} onDone={onClose} />
      ) : (
        <div className="stack">
          <p>
            先に、パスワードを設定してください。ご登録のメールアドレスに、設定のためのリンクをお送りします。
          </p>
          <Button wide to={paths.resetPassword}>
            パスワードを設定する
          </Button>
        </div>
      )}
    </Sheet>
  )
}

interface ProofFormProps {
  provider: SocialProvider
  isLinked: boolean
  onDone: () => void
}

function ProofForm({ provider, isLinked, onDone }: ProofFormProps) {
  const name = SOCIAL_NAMES[provider]
  const link = useSend(social.linkIdentity)
  const unlink = useSend(social.unlinkIdentity, { refresh: [social.listWays] })
  const form = useForm({
    initial: { password: '' },
    async send(body) {
      const input = { params: { provider }, body }
      if (!isLinked) return location.assign((await link.mutateAsync(input)).url)
      await unlink.mutateAsync(input)
      showToast(`${name}との連携を解除しました`)
      onDone()
    },
    onDone: () => {},
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <p>
        {isLinked
          ? `これからは、${name}ではログインできなくなります。`
          : `${name}の画面に移ります。許可すると、${name}でもログインできるようになります。`}
      </p>
      <FormProblem>{form.message}</FormProblem>
      <CurrentPassword label="いまのパスワード" enterKeyHint="go" {...form.field('password')} />
      <Button type="submit" wide variant={isLinked ? 'danger' : 'primary'} busy={form.busy}>
        {isLinked ? '連携を解除する' : `${name}へ進む`}
      </Button>
    </form>
  )
}
