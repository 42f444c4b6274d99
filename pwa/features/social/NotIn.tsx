import { RequestError } from '#contract/http/caller.ts'
import { SOCIAL_NAMES, type SocialProvider } from '#contract/social/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

interface NotInProps {
  provider: SocialProvider
  /** The error code of the identity provider, if any. */
  providerError?: string | null
  error?: Error
}

/** A login or link failed: the reason, and where to retry. */
export function NotIn({ provider, providerError = null, error }: NotInProps) {
  const user = useUser()
  return (
    <StateScreen
      kind="error"
      heading="h1"
      title={user ? '連携できませんでした' : 'ログインできませんでした'}
      text={error?.message ?? wordsOf(provider, providerError)}
      requestId={error instanceof RequestError ? error.requestId : null}
      actions={
        user ? (
          <Button to={paths.settingAccount}>設定へ戻る</Button>
        ) : (
          <Button to={paths.login}>ログインへ</Button>
        )
      }
    />
  )
}

function wordsOf(provider: SocialProvider, providerError: string | null): string {
  const name = SOCIAL_NAMES[provider]
  if (providerError === 'access_denied')
    return `${name}での許可が得られませんでした。もう一度お試しいただくか、メールアドレスをお使いください。`
  return `${name}からの応答を確認できませんでした。もう一度お試しください。`
}
