import { useContext } from 'react'
import { Refused, Unreachable } from '#contract/caller.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { InSection } from '#pwa/ui/Section.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'

interface FailedProps {
  error: Error
  onRetry: () => void
  heading: 'h1' | 'h2'
}

/** What went wrong, in the server's words where it gave any, and the way to try again. */
export function Failed({ error, onRetry, heading }: FailedProps) {
  const variant = useContext(InSection) ? 'secondary' : 'primary'
  if (error instanceof Unreachable) return <OfflineScreen heading={heading} />
  const refused = error instanceof Refused
  return (
    <StateScreen
      kind="error"
      heading={heading}
      title="読み込めませんでした"
      text={refused ? error.message : RETRY_LATER}
      requestId={refused ? error.requestId : null}
      actions={
        <Button variant={variant} icon="refresh" onClick={onRetry}>
          もう一度読み込む
        </Button>
      }
    />
  )
}
