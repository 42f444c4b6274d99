import { Refused } from '#contract/caller.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** A mailed link that leads nowhere any more, and where to get a new one. */
export const LinkFailed = ({ error, again }: { error: Error; again: string }) => (
  <StateScreen
    kind="error"
    heading="h1"
    title="リンクを確認できませんでした"
    text={error.message}
    requestId={error instanceof Refused ? error.requestId : null}
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
