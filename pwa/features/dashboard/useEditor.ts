import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, Unreachable } from '#contract/caller.ts'
import { keyOf } from '#pwa/lib/api.ts'
import { useForm } from '#pwa/lib/form.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { editValues, isChanged, type Picture, type Said, type Values } from './edit-form.ts'
import { temporaryCopy } from '#pwa/lib/temporary.ts'

export type Intent = 'draft' | 'published' | null

interface Edited<V, T> {
  kind: 'event' | 'ticket'
  /** Null for a new one. */
  id: string | null
  saved: V
  picture: string | null
  /** Makes the new one, or changes the old. */
  send: (said: Said<V>, options: CallOptions) => Promise<T>
  /** What was loaded of it, and is something else now. */
  stale: Answered[]
  onDone: (done: T) => void
  onRefused: () => void
}

/** Something that an owner writes: what is typed is kept until it is saved, or thrown away on purpose. */
export function useEditor<V extends Values<V>, T>(edited: Edited<V, T>) {
  const { kind, id, send, stale, onDone, onRefused } = edited
  const client = useQueryClient()
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => temporaryCopy<V>(kind, user, id))
  const [saved] = useState(edited.saved)
  const [before] = useState(() => editValues(saved, copy.read()))
  const [picture, setPicture] = useState<Picture>(edited.picture)
  const intent = useRef<Intent>(null)
  /** For as long as nobody knows whether it arrived, the same thing is not made twice. */
  const key = useRef<string | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const form = useForm({
    initial: before,
    async send(values: V) {
      const hadPicture = edited.picture !== null
      const said = { saved, values, picture, hadPicture, status: intent.current }
      if (id !== null) return send(said, {})
      key.current ??= crypto.randomUUID()
      try {
        return await send(said, { idempotencyKey: key.current })
      } catch (error) {
        if (!(error instanceof Unreachable)) key.current = null
        throw error
      }
    },
    async onDone(done) {
      copy.drop()
      await Promise.all(stale.map((e) => client.invalidateQueries({ queryKey: keyOf(e) })))
      onDone(done)
    },
    onRefused(found) {
      onRefused()
      focusFirstError(found)
    },
  })
  const { values } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another thing to be made.
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
    saved,
    /** Something typed is not saved. */
    changed: isChanged(saved, values) || picture !== edited.picture,
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
      setPicture(edited.picture)
    },
  }
}
