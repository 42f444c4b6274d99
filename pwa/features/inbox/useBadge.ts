import { useEffect } from 'react'
import type { Conversation } from '#contract/inbox.ts'
import { useSession } from '#pwa/lib/session.tsx'

/** Where the list knows of more unread messages than the header, or of fewer, the header asks anew. */
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
