import { events, type OwnEvent } from '#contract/events/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useEditor } from '#pwa/lib/forms/editing/useEditor.ts'
import { formOf, OPTIONAL_EVENT_FIELDS, savedValues } from './event-form.ts'

const CHANGED = [
  events.listOwn,
  events.getOwn,
  events.getEvent,
  events.listEvents,
  events.listJoined,
]

/** The state of an event editor. */
export function useEventEditor(
  event: OwnEvent | null,
  { onDone, onRefused }: { onDone: (event: OwnEvent) => void; onRefused: () => void },
) {
  const call = useCall()
  const editor = useEditor({
    kind: 'event',
    id: event?.id ?? null,
    saved: savedValues(event),
    optional: OPTIONAL_EVENT_FIELDS,
    pictures: { thumbnail_image: event?.thumbnail_image_path ?? null },
    send: (input, options) =>
      event
        ? call(events.changeOwn, { params: { id: event.id }, body: formOf(input) })
        : call(events.createOwn, { body: formOf(input) }, options),
    stale: CHANGED,
    onDone,
    onRefused,
  })
  const { saved, form } = editor
  const isMoved = form.values.start !== saved.start || form.values.end !== saved.end
  return { ...editor, movesFor: event && isMoved ? event.participants : 0 }
}
