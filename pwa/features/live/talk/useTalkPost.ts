import { live, type TalkMessage } from '#contract/live/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSending } from '#pwa/lib/api/useSending.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Sends talk messages: shown optimistically, and kept for a retry after a failure. */
export function useTalkPost(eventId: string, onSent: (message: TalkMessage) => void) {
  const call = useCall()
  return useSending({
    send: async (message, client_id) =>
      onSent(await call(live.postTalk, { params: { id: eventId }, body: { message, client_id } })),
    onFailed: showToast,
  })
}
