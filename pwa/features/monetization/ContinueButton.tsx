import { useState } from 'react'
import { monetization } from '#contract/monetization/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'

/** Opens the provider's onboarding page. Its URL expires within minutes, so it is requested on the press. */
export function ContinueButton() {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function go() {
    setBusy(true)
    setError(null)
    try {
      const { onboarding_url: url } = await call(monetization.getMonetization, {})
      if (url) return location.assign(url)
      setError(RETRY_LATER)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : RETRY_LATER)
    }
    setBusy(false)
  }

  return (
    <div>
      <Button wide icon="external" busy={busy} onClick={() => void go()}>
        決済会社の画面で続ける
      </Button>
      {error && <FieldError id="onboarding-error">{error}</FieldError>}
    </div>
  )
}
