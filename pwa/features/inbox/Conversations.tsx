import { useEffect } from 'react'
import type { Conversation } from '#contract/inbox/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { CONVERSATIONS_POLL_MS } from '#contract/inbox/limits.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { ConversationRow } from './ConversationRow.tsx'

/** Reloads the session if the unread count of the list differs from the header's. */
function useBadge(items: Conversation[] | undefined, isWhole: boolean) {
  const session = useSession()
  useEffect(() => {
    const state = session.store.get()
    if (!items || state.at !== 'member') return
    const unread = items.reduce((sum, conversation) => sum + conversation.unread, 0)
    const known = state.user.unread_messages
    if (unread > known || (isWhole && unread < known)) session.reload().catch(console.error)
  }, [items, isWhole, session])
}

export function Conversations() {
  const list = useList(inbox.listConversations, {}, { refetchInterval: CONVERSATIONS_POLL_MS })
  useBadge(list.items, list.more === null)
  return (
    <>
      <OfflineAlert of={list} />
      <LoadedList of={list} empty={<Empty />} keyOf={({ id }) => id}>
        {(conversation) => <ConversationRow conversation={conversation} />}
      </LoadedList>
    </>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="メッセージはまだありません"
    text="ルームのオーナーとのやりとりや、ルームからの連絡がここに届きます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
