import { inbox } from '#contract/inbox/calls.ts'
import { CONVERSATIONS_POLL_MS } from '#contract/limits.ts'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { List } from '#pwa/ui/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import { useBadge } from './useBadge.ts'

export function Conversations() {
  const list = useList(inbox.listConversations, {}, { refetchInterval: CONVERSATIONS_POLL_MS })
  useBadge(list.items, list.more === null)
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
    text="ルームのオーナーとのやりとりや、ルームからのお知らせがここに届きます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
