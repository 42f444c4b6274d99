import { useParams } from 'react-router-dom'
import { inbox } from '#contract/inbox/calls.ts'
import { MESSAGES_POLL_MS } from '#contract/inbox/limits.ts'
import { conversationTitle } from '#pwa/features/inbox/conversation-title.ts'
import { Messages } from '#pwa/features/inbox/Messages.tsx'
import { useRead } from '#pwa/features/inbox/useRead.ts'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'

export function MessagePage() {
  const { id = '' } = useParams()
  const options = { refetchInterval: MESSAGES_POLL_MS }
  const conversation = useLoad(inbox.getConversation, { params: { id } }, options)
  useRead(conversation.dataUpdatedAt)
  return (
    <Screen
      title={conversation.data ? conversationTitle(conversation.data) : 'メッセージ'}
      back={paths.messages}
      fill
    >
      <OfflineAlert of={conversation} />
      <Loaded of={conversation} skeleton={<SkeletonRows count={4} />}>
        {(data) => <Messages conversation={data} />}
      </Loaded>
    </Screen>
  )
}
