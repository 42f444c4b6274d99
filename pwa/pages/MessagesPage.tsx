import { Conversations } from '#pwa/features/inbox/Conversations.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { useMedia, WIDE } from '#pwa/lib/useMedia.ts'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

const TITLE = 'メッセージ'

/** The list of conversations; on wide screens the layout shows it, with its title, beside this page. */
export const MessagesPage = () =>
  useMedia(WIDE) ? (
    <NothingChosen />
  ) : (
    <Screen title={TITLE} back={paths.account}>
      <Conversations />
    </Screen>
  )

function NothingChosen() {
  useTitle(TITLE)
  return (
    <Page>
      <StateScreen
        kind="empty"
        heading="h1"
        title="やりとりを選んでください"
        text="左の一覧から選ぶと、ここに開きます。"
      />
    </Page>
  )
}
