import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, Unreachable } from '#contract/caller.ts'
import { keyOf } from '../api.ts'
import { useForm } from '../form.ts'
import { type DraftKind, formDraft } from '../form-drafts.ts'
import { useUser } from '../session.tsx'
import {
  editValues,
  emptiedIn,
  isChanged,
  type Picture,
  type Said,
  type Values,
} from './edit-form.ts'
import { usePictures } from './usePictures.ts'

export type Intent = 'draft' | 'published' | null

interface EditorOptions<V, P extends string, T> {
  kind: DraftKind
  /** Null for a new one. */
  id: string | null
  saved: V
  /** What may be left empty. */
  optional: readonly (keyof V)[]
  /** By the names that the server knows them by. */
  pictures: Record<P, string | null>
  /** Makes the new one, or changes the old. */
  send: (said: Said<V>, options: CallOptions) => Promise<T>
  /** What was loaded of it, and is something else now. */
  stale: Answered[]
  onDone: (done: T) => void
  /** Given the form element after a refusal: leads to the first field at fault. */
  onRefused: (form: HTMLElement) => void
}

/** Something that somebody writes: what is typed is kept until it is saved, or thrown away on purpose. */
export function useEditor<V extends Values<V>, P extends string, T>(
  options: EditorOptions<V, P, T>,
) {
  const { kind, id, send, stale, onDone, onRefused, optional } = options
  const client = useQueryClient()
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => formDraft<V>(kind, user, id))
  const [saved] = useState(options.saved)
  const [savedPictures] = useState(options.pictures)
  const [before] = useState(() => {
    const { emptied, ...typed } = copy.read()
    return editValues(saved, typed as Partial<V>, emptied)
  })
  const valuesNow = (values: V) => editValues(saved, values, emptiedIn(saved, values, optional))
  const pictures = usePictures(copy.key, savedPictures)
  const intent = useRef<Intent>(null)
  /** For as long as nobody knows whether it arrived, the same thing is not made twice. */
  const key = useRef<string | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const form = useForm({
    initial: before,
    async send(values: V) {
      const said = {
        saved,
        values: valuesNow(values),
        pictures: pictures.changed,
        status: intent.current,
      }
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
      copy.remove()
      pictures.drop()
      await Promise.all(stale.map((e) => client.invalidateQueries({ queryKey: keyOf(e) })))
      onDone(done)
    },
    onRefused,
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

  /** A field that may not be empty, and is, shows again what is saved: that is what would be sent. */
  function restore() {
    const names = Object.keys(now) as (keyof V)[]
    const emptied = names.filter((name) => now[name] !== values[name])
    if (emptied.length > 0)
      form.set(Object.fromEntries(emptied.map((name) => [name, now[name]])) as Partial<V>)
  }
  function discard() {
    copy.remove()
    form.set(saved)
    pictures.restore()
  }

  return {
    form,
    /** Binds an input for a picture. */
    picture: (name: P) => ({
      value: pictures.shown[name],
      onChange: (next: Picture) => pictures.choose(name, next),
      error: form.errorOf(name),
    }),
    saved,
    edited: now,
    send(next: Intent) {
      intent.current = next
      element.current?.requestSubmit()
    },
    /** Goes onto the form. */
    wiring: {
      ref: element,
      message: form.message,
      busy: form.busy,
      /** Something is not saved. */
      changed: typed || Object.keys(pictures.changed).length > 0,
      /** The form went on where an earlier one had stopped. */
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
