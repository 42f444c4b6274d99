import { Refused } from '#contract/caller.ts'
import { SOCIAL_NAMES, type SocialProvider } from '#contract/social.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

interface NotInProps {
  provider: SocialProvider
  /** What the service said, where it said something. */
  said?: string | null
  error?: Error
}

/** Nobody came in, or nothing was linked: why, and where to try again. */
export function NotIn({ provider, said = null, error }: NotInProps) {
  const user = useUser()
  return (
    <StateScreen
      kind="error"
      heading="h1"
      title={user ? '連携できませんでした' : 'ログインできませんでした'}
      text={error?.message ?? wordsOf(provider, said)}
      requestId={error instanceof Refused ? error.requestId : null}
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

function wordsOf(provider: SocialProvider, said: string | null): string {
  const name = SOCIAL_NAMES[provider]
  if (said === 'access_denied')
    return `${name}での許可が得られませんでした。もう一度お試しいただくか、メールアドレスをお使いください。`
  return `${name}からの応答を確認できませんでした。もう一度お試しください。`
}
