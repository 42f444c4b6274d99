import { useContext } from 'react'
import { useLocation } from 'react-router-dom'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { InSection } from '#pwa/ui/layout/Section.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'

interface FailedProps {
  error: Error
  onRetry: () => void
  heading: 'h1' | 'h2'
}

/**
 * The error screen of a query: the server's message if there is one, and a retry button. If it is the whole page (`h1`), a
 * link home, as such a page has no header yet.
 */
export function Failed({ error, onRetry, heading }: FailedProps) {
  const variant = useContext(InSection) ? 'secondary' : 'primary'
  if (error instanceof Unreachable) return <OfflineScreen heading={heading} />
  const isRequestError = error instanceof RequestError
  return (
    <StateScreen
      kind="error"
      heading={heading}
      title="読み込めませんでした"
      text={isRequestError ? error.message : RETRY_LATER}
      requestId={isRequestError ? error.requestId : null}
      actions={
        <>
          <Button variant={variant} icon="refresh" onClick={onRetry}>
            もう一度読み込む
          </Button>
          {heading === 'h1' && <HomeButton />}
        </>
      }
    />
  )
}

/** No link from the home page to itself. */
const HomeButton = () =>
  useLocation().pathname !== paths.home && (
    <Button variant="quiet" to={paths.home}>
      ホームへ
    </Button>
  )
