import type { Monetization } from '#contract/monetization/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ContinueButton } from './ContinueButton.tsx'

/** The next step, if there is one. */
export function NextStep({ monetization }: { monetization: Monetization }) {
  const { state, facts, onboarding_url } = monetization
  if (state === 'none' || (state === 'more_needed' && !facts?.name))
    return (
      <Button wide to={paths.confirmMonetization}>
        販売者の登録を始める
      </Button>
    )
  if (onboarding_url) return <ContinueButton />
  if (state === 'blocked')
    return (
      <Button wide variant="secondary" to={paths.feedback}>
        運営に問い合わせる
      </Button>
    )
  return null
}
