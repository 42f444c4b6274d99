import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, Unreachable } from '#contract/caller.ts'
import { keysOf } from '#contract/records.ts'
import { keyOf } from '../../api/api.ts'
import { useUser } from '../../api/session.tsx'
import { useForm } from '../form.ts'
import { type DraftKind, formDraft } from '../form-drafts.ts'
import {
  type EditorInput,
  editValues,
  emptiedIn,
  type FieldName,
  type FormPicture,
  isChanged,
  type Values,
} from './edit-form.ts'
import { usePictures } from './usePictures.ts'

export type Intent = 'draft' | 'published' | null

interface EditorOptions<V, P extends string, T> {
  kind: DraftKind
  /** Null for a new object. */
  id: string | null
  saved: V
  /** Fields that may be empty. */
  optional: readonly FieldName<V>[]
  /** The saved pictures, by field name. */
  pictures: Record<P, string | null>
  /** Creates or updates the object. */
  send: (input: EditorInput<V>, options: CallOptions) => Promise<T>
  /** Calls whose cached answers are outdated after a save. */
  stale: Answered[]
  onDone: (done: T) => void
  /** Called with the form element after a refusal: focuses the first invalid field. */
  onRequestError: (form: HTMLElement) => void
}

/** The state of an editor: the input is kept as a draft until it is saved or discarded. */
export function useEditor<V extends Values<V>, P extends string, T>(
  options: EditorOptions<V, P, T>,
) {
  const { kind, id, send, stale, onDone, onRequestError, optional } = options
  const client = useQueryClient()
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => formDraft<V>(kind, user, id))
  const [saved] = useState(options.saved)
  const [savedPictures] = useState(options.pictures)
  const [before] = useState(() => {
    const draft = copy.read()
    return editValues(saved, draft, draft.emptied)
  })
  const valuesNow = (values: V) => editValues(saved, values, emptiedIn(saved, values, optional))
  const pictures = usePictures(copy.key, savedPictures)
  const intent = useRef<Intent>(null)
  /** The idempotency key while the result of a create call is unknown, so that a retry creates no second object. */
  const key = useRef<string | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const form = useForm({
    initial: before,
    async send(values: V) {
      const input = {
        saved,
        values: valuesNow(values),
        pictures: pictures.changed,
        status: intent.current,
      }
      if (id !== null) return send(input, {})
      key.current ??= crypto.randomUUID()
      try {
        return await send(input, { idempotencyKey: key.current })
      } catch (error) {
        if (!(error instanceof Unreachable)) key.current = null
        throw error
      }
    },
    async onDone(done) {
      copy.remove()
      pictures.drop()
      await Promise.all(stale.map((e) => client.invalidateQueries({ queryKey: keyOf(e) })))
      onDone(done)
    },
    onRequestError,
  })
  const { values } = form
  const now = valuesNow(values)
  const typed = isChanged(saved, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another thing to be made.
  useEffect(() => {
    key.current = null
  }, [values, pictures.shown])
  useEffect(() => {
    if (typed) copy.write({ ...values, emptied: emptiedIn(saved, values, optional) })
    else copy.remove()
  }, [copy, saved, values, optional, typed])

  /** Shows the saved value again in a required field that was cleared, as that value would be sent. */
  function restore() {
    const restored: Partial<V> = {}
    for (const name of keysOf(now)) if (now[name] !== values[name]) restored[name] = now[name]
    if (Object.keys(restored).length > 0) form.set(restored)
  }
  function discard() {
    copy.remove()
    form.set(saved)
    pictures.restore()
  }

  return {
    form,
    /** Binds a picture input. */
    picture: (name: P) => ({
      value: pictures.shown[name],
      onChange: (next: FormPicture) => pictures.choose(name, next),
      error: form.errorOf(name),
    }),
    saved,
    edited: now,
    send(next: Intent) {
      intent.current = next
      element.current?.requestSubmit()
    },
    /** Props of the form. */
    wiring: {
      ref: element,
      message: form.message,
      busy: form.busy,
      /** There are unsaved changes. */
      changed: typed || Object.keys(pictures.changed).length > 0,
      /** The form was restored from a draft. */
      resumed: isChanged(saved, before) || pictures.wasChosen,
      pictureLost: pictures.isLost,
      onSubmit: (submitted: FormEvent<HTMLFormElement>) => void form.submit(submitted),
      onLeave: restore,
      onDiscard: discard,
    },
  }
}

export type Editor<V extends Values<V>, P extends string = string, T = unknown> = ReturnType<
  typeof useEditor<V, P, T>
>
