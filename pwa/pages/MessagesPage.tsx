import { Conversations } from '#pwa/features/inbox/Conversations.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const MessagesPage = () => (
  <Screen title="メッセージ" back={paths.account}>
    <Conversations />
  </Screen>
)
