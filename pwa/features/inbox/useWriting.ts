import { useQueryClient } from '@tanstack/react-query'
import type { Returned } from '#contract/http/types.ts'
import { inbox, type Message } from '#contract/inbox/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useSending } from '#pwa/lib/api/useSending.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'

type Opened = Returned<typeof inbox.getConversation>

/** Sends messages in a conversation: shown optimistically, and kept for a retry after a failure. */
export function useWriting(id: string) {
  const call = useCall()
  const client = useQueryClient()
  const params = { id }
  const add = (message: Message) =>
    client.setQueryData<Opened>(keyOf(inbox.getConversation, { params }), (known) =>
      // A refetch of the conversation may have added it already.
      known && !known.messages.some((one) => one.id === message.id)
        ? { ...known, messages: [...known.messages, message] }
        : known,
    )
  return useSending({
    draft: { kind: 'unsentMessage', id },
    send: async (text, client_id) =>
      add(await call(inbox.answer, { params, body: { text, client_id } })),
    // A failed delivery shows beside the message; the toast is only for a refusal of the server.
    onFailed: (why) => why !== RETRY_LATER && showToast(why),
  })
}
