import { RequestError } from '#contract/http/caller.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** The page of an invalid or expired mailed link, with a link to request a new one. */
export const LinkFailed = ({ error, again }: { error: Error; again: string }) => (
  <StateScreen
    kind="error"
    heading="h1"
    title="リンクを確認できませんでした"
    text={error.message}
    requestId={error instanceof RequestError ? error.requestId : null}
    actions={
      <>
        <Button to={again}>新しいリンクを受け取る</Button>
        <Button variant="quiet" to={paths.home}>
          ホームへ
        </Button>
      </>
    }
  />
)
