import { Conversations } from '#pwa/features/inbox/Conversations.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useMedia, WIDE } from '#pwa/lib/useMedia.ts'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** The list of conversations; on wide screens the layout shows it beside this page. */
export const MessagesPage = () => (
  <Screen title="メッセージ" back={paths.account}>
    {useMedia(WIDE) ? (
      <StateScreen
        kind="empty"
        title="やりとりを選んでください"
        text="左の一覧から選ぶと、ここに開きます。"
      />
    ) : (
      <Conversations />
    )}
  </Screen>
)
