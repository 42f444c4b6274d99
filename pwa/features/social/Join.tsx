import { useState } from 'react'
import { type Newcomer, SOCIAL_NAMES, social } from '#contract/social.ts'
import { AuthHead } from '#pwa/features/auth/AuthHead.tsx'
import { LoginForm } from '#pwa/features/auth/LoginForm.tsx'
import { type Sent, SentScreen } from '#pwa/features/auth/SentScreen.tsx'
import { SignUpForm } from '#pwa/features/auth/SignUpForm.tsx'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'

/** Whom another service knows and we do not: they join, or say which account is theirs by its password. */
export function Join({ who, onIn }: { who: Newcomer; onIn: () => void }) {
  const { call, admit } = useSession()
  const [isKnown, setKnown] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
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
          <Notice>{`ログインすると、${name}と連携します。次からは${name}でログインできます。`}</Notice>
          <LoginForm
            send={async (body) => admit(await call(social.loginSocial, { body }))}
            submit="ログインして連携する"
            onDone={onIn}
          />
        </>
      ) : (
        <>
          <Notice>{`Roomを使うには、あと少しだけ登録が必要です。${name}に投稿されることはありません。`}</Notice>
          <SignUpForm by={who} onSent={setSent} />
        </>
      )}
      <Button wide variant="quiet" onClick={() => setKnown(!isKnown)}>
        {isKnown ? 'はじめての方はこちら' : '登録済みの方はこちら'}
      </Button>
    </div>
  )
}
