import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Unreachable } from '#contract/caller.ts'
import { events, type OwnEvent } from '#contract/events.ts'
import { keyOf, useCall } from '#pwa/lib/api.ts'
import { useForm } from '#pwa/lib/form.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { editValues, formOf, isChanged, type Picture, savedValues } from './event-form.ts'
import { temporaryCopy } from './temporary.ts'

export type Intent = 'draft' | 'published' | null
const CHANGED = [
  events.listOwn,
  events.getOwn,
  events.getEvent,
  events.listEvents,
  events.listJoined,
]

/** One event being written: what is typed is kept until it is saved, or thrown away on purpose. */
export function useEventEditor(
  event: OwnEvent | null,
  { onDone, onRefused }: { onDone: (event: OwnEvent) => void; onRefused: () => void },
) {
  const call = useCall()
  const client = useQueryClient()
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => temporaryCopy(user, event?.id ?? null))
  const [saved] = useState(() => savedValues(event))
  const [before] = useState(() => editValues(saved, copy.read()))
  const [picture, setPicture] = useState<Picture>(event?.thumbnail_image_path ?? null)
  const intent = useRef<Intent>(null)
  /** For as long as nobody knows whether it arrived, the same event is not made twice. */
  const key = useRef<string | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const form = useForm({
    initial: before,
    async send(values) {
      const hadPicture = Boolean(event?.thumbnail_image_path)
      const body = formOf({ saved, values, picture, hadPicture, status: intent.current })
      if (event) return call(events.changeOwn, { params: { id: event.id }, body })
      key.current ??= crypto.randomUUID()
      try {
        return await call(events.createOwn, { body }, { idempotencyKey: key.current })
      } catch (error) {
        if (!(error instanceof Unreachable)) key.current = null
        throw error
      }
    },
    async onDone(done) {
      copy.drop()
      await Promise.all(CHANGED.map((e) => client.invalidateQueries({ queryKey: keyOf(e) })))
      onDone(done)
    },
    onRefused(found) {
      onRefused()
      focusFirstError(found)
    },
  })
  const { values } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another event to be made.
  useEffect(() => {
    key.current = null
  }, [values, picture])
  useEffect(() => {
    if (isChanged(saved, values)) copy.write(values)
    else copy.drop()
  }, [copy, saved, values])

  return {
    form,
    element,
    picture,
    setPicture,
    /** Something typed is not saved. */
    changed: isChanged(saved, values) || picture !== (event?.thumbnail_image_path ?? null),
    /** The form went on where an earlier one had stopped. */
    resumed: isChanged(saved, before),
    edited: editValues(saved, values),
    send(next: Intent) {
      intent.current = next
      element.current?.requestSubmit()
    },
    /** A field that was emptied shows again what is saved: that is what would be sent. */
    restore: () => form.set(editValues(saved, values)),
    discard() {
      copy.drop()
      form.set(saved)
      setPicture(event?.thumbnail_image_path ?? null)
    },
    movesFor:
      event && (values.start !== saved.start || values.end !== saved.end) ? event.participants : 0,
  }
}
