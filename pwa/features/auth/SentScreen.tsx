import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** A mail is on its way. */
export const SentScreen = ({ message }: { message: string }) => (
  <StateScreen
    kind="offline"
    heading="h1"
    title="メールをご確認ください"
    text={message}
    actions={
      <Button variant="quiet" to={paths.login}>
        ログインへ
      </Button>
    }
  />
)
