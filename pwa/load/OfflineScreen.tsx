import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** Nobody answers, and this page is not among what the device keeps. */
export const OfflineScreen = () => (
  <StateScreen
    kind="offline"
    heading="h1"
    title="そのページはオフラインでは開けません"
    text="電波が戻ると、自動で読み込みます。"
    actions={
      <Button icon="ticket" to={paths.ticketBox}>
        チケットボックスをひらく
      </Button>
    }
  />
)
