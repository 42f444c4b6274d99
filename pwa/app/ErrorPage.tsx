import { useEffect } from 'react'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { paths } from '#pwa/lib/paths.ts'
import { NotFound } from '#pwa/load/NotFound.tsx'
import { OfflineScreen } from '#pwa/load/OfflineScreen.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500

// Offline, a chunk that fails to load is not reported as an error.
const isOffline = () => typeof navigator !== 'undefined' && !navigator.onLine

/** Reloads the page once the network is back. `wasOffline`: it was away when the error was thrown. */
function ComesBack({ wasOffline }: { wasOffline: boolean }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first rendering
  useEffect(() => {
    const reload = () => location.reload()
    // It came back before this effect, which can be late: the event is over.
    if (wasOffline && navigator.onLine) return reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return <OfflineScreen />
}

/** The error page with its status: a 404 links home, any other offers a retry. */
export function ErrorPage({ error }: { error: unknown }) {
  const wasOffline = isOffline()
  if (error instanceof Unreachable || wasOffline) return <ComesBack wasOffline={wasOffline} />
  const status = statusOf(error)
  if (status === 404) return <NotFound />
  const message = error instanceof Error && status !== 500 ? error.message : RETRY_LATER
  return (
    <StateScreen
      kind="error"
      heading="h1"
      title="ページを表示できませんでした"
      text={`${message}（${status}）購入やお支払いは二重になりません。`}
      requestId={error instanceof RequestError ? error.requestId : null}
      actions={
        <>
          <Button icon="refresh" onClick={() => location.reload()}>
            もう一度読み込む
          </Button>
          <Button variant="quiet" to={paths.home}>
            ホームへ
          </Button>
        </>
      }
    />
  )
}
