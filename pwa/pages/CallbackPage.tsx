import { site } from '#contract/site.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** Where another service sends people back to. Without a provider set up, nobody can have been sent. */
export function CallbackPage() {
  const config = useLoad(site.getConfig, {})
  return (
    <Loaded of={config} heading="h1">
      {() => (
        <StateScreen
          kind="error"
          heading="h1"
          title="ログインできませんでした"
          text="外部サービスからの応答を確認できませんでした。もう一度お試しください。"
          actions={<Button to={paths.login}>ログインへ</Button>}
        />
      )}
    </Loaded>
  )
}
