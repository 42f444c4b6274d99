import { useState } from 'react'
import { type Event, events } from '#contract/events/calls.ts'
import { PushOffer } from '#pwa/features/push/PushOffer.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Switches the reminder of an event on or off. Switching on offers notifications on this device. */
export function EventBell({ event: { id, notify } }: { event: Event }) {
  const send = useSend(events.setNotify, { refresh: [events.getEvent] })
  const [offersPush, setOffersPush] = useState(false)
  const change = (on: boolean) =>
    send.mutate(
      { params: { id }, body: { on } },
      { onSuccess: () => setOffersPush(on), onError: ({ message }) => showToast(message) },
    )
  return (
    <>
      <Toggle
        label="開始前に通知を受け取る"
        checked={send.isPending ? !notify : notify}
        onChange={change}
        disabled={send.isPending}
      />
      {offersPush && <PushOffer />}
    </>
  )
}
