import { Conversations } from '#pwa/features/inbox/Conversations.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const MessagesPage = () => (
  <>
    <Topbar title="メッセージ" back={paths.account} />
    <Page narrow>
      <Conversations />
    </Page>
  </>
)
