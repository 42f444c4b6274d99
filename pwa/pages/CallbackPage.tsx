import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { SOCIAL_NAMES, SOCIAL_PAGES } from '#contract/social/calls.ts'
import { Join } from '#pwa/features/social/Join.tsx'
import { NotIn } from '#pwa/features/social/NotIn.tsx'
import { useComingBack } from '#pwa/features/social/useComingBack.ts'
import { paths } from '#pwa/lib/paths.ts'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { SpinnerScreen } from '#pwa/ui/loading/SpinnerScreen.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** The redirect target of social logins. */
export function CallbackPage() {
  const navigate = useNavigate()
  const provider = useLocation().pathname === SOCIAL_PAGES.twitter ? 'twitter' : 'line'
  const coming = useComingBack(provider)
  useEffect(() => {
    if (coming.at === 'linked') showToast(`${SOCIAL_NAMES[provider]}と連携しました`)
  }, [coming.at, provider])
  switch (coming.at) {
    case 'checking':
      return <SpinnerScreen text={`${SOCIAL_NAMES[provider]}のアカウントを確認しています`} />
    case 'in':
      return <Navigate to={redirectAfterLogin()} replace />
    case 'linked':
      return <Navigate to={paths.settingAccount} replace />
    case 'new':
      return (
        <Join who={coming.who} onIn={() => navigate(redirectAfterLogin(), { replace: true })} />
      )
    case 'nobody':
      return <NotIn provider={provider} providerError={coming.providerError} />
    case 'failed':
      return <NotIn provider={provider} error={coming.error} />
  }
}
