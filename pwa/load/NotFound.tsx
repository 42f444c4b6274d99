import { PAGE_NOT_FOUND } from '#contract/shared/messages.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

export const NotFound = () => (
  <StateScreen
    kind="empty"
    heading="h1"
    title={PAGE_NOT_FOUND}
    text="URLが変わったか、公開が終わったページかもしれません。（404）"
    actions={
      <>
        <Button to={paths.home}>ホームへ</Button>
        <Button variant="quiet" to={paths.results()}>
          ルームやイベントをさがす
        </Button>
      </>
    }
  />
)
