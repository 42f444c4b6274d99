import { useEffect } from 'react'
import type { Conversation } from '#contract/inbox/calls.ts'
import { useSession } from '#pwa/lib/session.tsx'

/** Reloads the session if the unread count of the list differs from the header's. */
export function useBadge(items: Conversation[] | undefined, isWhole: boolean) {
  const session = useSession()
  useEffect(() => {
    const state = session.store.get()
    if (!items || state.at !== 'member') return
    const unread = items.reduce((sum, conversation) => sum + conversation.unread, 0)
    const known = state.user.unread_messages
    if (unread > known || (isWhole && unread < known)) session.reload().catch(console.error)
  }, [items, isWhole, session])
}
