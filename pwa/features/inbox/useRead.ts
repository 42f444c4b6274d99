import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inbox } from '#contract/inbox/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'

/** Opening a conversation marks it as read: after `readAt`, reloads the list and the header's badge. */
export function useRead(readAt: number) {
  const session = useSession()
  const client = useQueryClient()
  useEffect(() => {
    if (readAt === 0) return
    void client.invalidateQueries({ queryKey: keyOf(inbox.listConversations) })
    const state = session.store.get()
    if (state.at === 'member' && state.user.unread_messages > 0)
      session.reload().catch(console.error)
  }, [readAt, client, session])
}
