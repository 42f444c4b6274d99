import type { Event } from '#contract/events/calls.ts'
import { live, type Pinned } from '#contract/live/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './TalkPinned.module.css'
import { TalkText } from './TalkText.tsx'

/** The line that is pinned now; asked for once the talk is `ready`. */
export const usePinned = (id: string, ready: boolean) =>
  useLoad(live.getPinned, { params: { id } }, { enabled: ready }).data?.pinned ?? undefined

interface TalkPinnedProps {
  event: Event
  pinned: Pinned['pinned'] | undefined
  /** As of the replay, where it cannot be changed. */
  past?: boolean
}

/** The line that the host has pinned, above the talk. */
export function TalkPinned({ event: { id, can }, pinned, past = false }: TalkPinnedProps) {
  const params = { id }
  const pin = useSend(live.putPinned)
  if (!pinned) return null
  const { member, message, stamp } = pinned
  const unpin = () =>
    pin.mutate(
      { params, body: { message_id: null } },
      { onError: (error) => showToast(error.message) },
    )
  return (
    <section className={css.pinned} aria-label="ピン留めされた書き込み">
      <Icon name="pin" size="s" />
      <p className={css.text} data-unkept>
        <span className={css.who}>{member.display_name}</span>
        <TalkText text={message} stamp={stamp} size="s" />
      </p>
      {can.moderate && !past && (
        <IconButton icon="close" label="ピン留めを外す" size="s" onClick={unpin} />
      )}
    </section>
  )
}
