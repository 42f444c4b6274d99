import { inbox } from '#contract/inbox.ts'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { List } from '#pwa/ui/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { ConversationRow } from './ConversationRow.tsx'

export function Conversations() {
  const list = useList(inbox.listConversations, {})
  return (
    <LoadedList
      of={list}
      empty={<Empty />}
      wrap={(rows) => <List carded>{rows}</List>}
      keyOf={({ id }) => id}
    >
      {(conversation) => <ConversationRow conversation={conversation} />}
    </LoadedList>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="メッセージはまだありません"
    text="参加しているルームからのお知らせや、Roomからの連絡がここに届きます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
