import { useState } from 'react'
import { type Event, events } from '#contract/events.ts'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useSend } from '#pwa/lib/api.ts'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { showToast } from '#pwa/ui/toast.ts'

/** Whether one is told before the event begins; who wants it is asked about this device then, and not before. */
export function EventBell({ event: { id, notify } }: { event: Event }) {
  const send = useSend(events.setNotify, { refresh: [events.getEvent] })
  const [wanted, setWanted] = useState(false)
  const change = (on: boolean) =>
    send.mutate(
      { params: { id }, body: { on } },
      { onSuccess: () => setWanted(on), onError: ({ message }) => showToast(message) },
    )
  return (
    <>
      <Toggle
        label="開始前にお知らせを受け取る"
        checked={send.isPending ? !notify : notify}
        onChange={change}
        disabled={send.isPending}
      />
      {wanted && <PushOffer />}
    </>
  )
}
