import { useState } from 'react'
import { type Newcomer, SOCIAL_NAMES, social } from '#contract/social/calls.ts'
import { AuthHead } from '#pwa/features/auth/AuthHead.tsx'
import { LoginForm } from '#pwa/features/auth/LoginForm.tsx'
import { type SentEmail, SentScreen } from '#pwa/features/auth/SentScreen.tsx'
import { useSession } from '#pwa/lib/api/session.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SocialSignUp } from './SocialSignUp.tsx'

/** A social login without an account: sign up, or link an existing account by its password. */
export function Join({ who, onIn }: { who: Newcomer; onIn: () => void }) {
  const { call, admit } = useSession()
  const [isKnown, setKnown] = useState(false)
  const [sent, setSent] = useState<SentEmail | null>(null)
  const name = SOCIAL_NAMES[who.provider]
  if (sent) return <SentScreen sent={sent} />
  return (
    <div className="stack">
      <h1 className="sr">
        {name}で{isKnown ? 'ログイン' : '新規登録'}
      </h1>
      <AuthHead>{`${name}のアカウントを確認しました。`}</AuthHead>
      {isKnown ? (
        <>
          <Alert>{`ログインすると、${name}と連携します。次からは${name}でログインできます。`}</Alert>
          <LoginForm
            send={async (body) => admit(await call(social.loginSocial, { body }))}
            submit="ログインして連携する"
            onDone={onIn}
          />
        </>
      ) : (
        <>
          <Alert>{`Roomを使うには、あと少しだけ登録が必要です。${name}に投稿されることはありません。`}</Alert>
          <SocialSignUp who={who} onSent={setSent} />
        </>
      )}
      <Button wide variant="quiet" onClick={() => setKnown(!isKnown)}>
        {isKnown ? 'はじめての方はこちら' : '登録済みの方はこちら'}
      </Button>
    </div>
  )
}
