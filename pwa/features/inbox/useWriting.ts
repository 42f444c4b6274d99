import { useQueryClient } from '@tanstack/react-query'
import { inbox, type Message } from '#contract/inbox.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import type { Returned } from '#contract/types.ts'
import { keyOf, useCall } from '#pwa/lib/api.ts'
import { useSending } from '#pwa/lib/sending.ts'
import { showToast } from '#pwa/ui/toast.ts'

type Opened = Returned<typeof inbox.getConversation>

/** Writes on in a conversation: what is sent shows at once, and waits for another try where it could not be. */
export function useWriting(id: string) {
  const call = useCall()
  const client = useQueryClient()
  const params = { id }
  const add = (message: Message) =>
    client.setQueryData<Opened>(keyOf(inbox.getConversation, { params }), (known) =>
      // It may have come by the way of asking for what is new.
      known && !known.messages.some((one) => one.id === message.id)
        ? { ...known, messages: [...known.messages, message] }
        : known,
    )
  return useSending({
    send: async (text, client_id) =>
      add(await call(inbox.answer, { params, body: { text, client_id } })),
    // That it did not arrive stands beside it; only the server's own words say more.
    onFailed: (why) => why !== RETRY_LATER && showToast(why),
  })
}
