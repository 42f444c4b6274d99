import { live, type TalkMessage } from '#contract/live/calls.ts'
import type { RoomStamp } from '#contract/stamps/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSending } from '#pwa/lib/api/useSending.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** What a message is besides its text. */
export interface TalkExtras {
  /** The message to which it replies. */
  reply_to?: string
  question?: boolean
  /** It is this stamp, and its text the name. */
  stamp?: Pick<RoomStamp, 'id' | 'image_path'>
}

/** Sends talk messages: shown optimistically, and kept for a retry after a failure. */
export function useTalkPost(eventId: string, onSent: (message: TalkMessage) => void) {
  const call = useCall()
  return useSending<TalkExtras>({
    draft: { kind: 'unsentTalk', id: eventId },
    send: async (message, client_id, { stamp, ...more }) => {
      const body = { message, client_id, ...more, ...(stamp && { stamp_id: stamp.id }) }
      onSent(await call(live.postTalk, { params: { id: eventId }, body }))
    },
    onFailed: showToast,
  })
}
