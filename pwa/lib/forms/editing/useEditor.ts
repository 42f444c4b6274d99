import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, Unreachable } from '#contract/http/caller.ts'
import { keyOf } from '../../api/api.ts'
import { useUser } from '../../api/session.tsx'
import { useForm } from '../form.ts'
import { type DraftKind, formDraft } from '../form-drafts.ts'
import {
  changedFrom,
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
  /** Called with the form element after a refusal. By default it focuses the first invalid field. */
  onRefused?: () => void
}

interface Draft<V extends Values<V>> {
  copy: ReturnType<typeof formDraft<V>>
  /** The values with which the form begins. */
  before: V
}

function useDraft<V extends Values<V>>(kind: DraftKind, id: string | null, saved: V): Draft<V> {
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => formDraft<V>(kind, user, id))
  const [before] = useState(() => {
    const draft = copy.read()
    return editValues(saved, draft, draft.emptied)
  })
  return { copy, before }
}

/**
 * The idempotency key of a create call. It stays while the result is unknown, so that a retry creates no second object.
 */
function useIdempotencyKey() {
  const key = useRef<string | null>(null)
  const drop = useCallback(() => {
    key.current = null
  }, [])
  async function send<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
    key.current ??= crypto.randomUUID()
    try {
      return await call({ idempotencyKey: key.current })
    } catch (error) {
      if (!(error instanceof Unreachable)) drop()
      throw error
    }
  }
  return { send, drop }
}

interface FormParts<V extends Values<V>, P extends string> {
  saved: V
  draft: Draft<V>
  pictures: ReturnType<typeof usePictures<P>>
}

/** The form of an editor, whose input is kept as a draft. */
function useDraftedForm<V extends Values<V>, P extends string, T>(
  { id, send, stale, onDone, onRefused, optional }: EditorOptions<V, P, T>,
  { saved, draft: { copy, before }, pictures }: FormParts<V, P>,
) {
  const client = useQueryClient()
  const intent = useRef<Intent>(null)
  const creating = useIdempotencyKey()
  const valuesNow = (values: V) => editValues(saved, values, emptiedIn(saved, values, optional))
  const form = useForm({
    initial: before,
    async send(values: V) {
      const status = intent.current
      const input = { saved, values: valuesNow(values), pictures: await pictures.ready(), status }
      return id === null ? creating.send((key) => send(input, key)) : send(input, {})
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
  useEffect(creating.drop, [values, pictures.shown])
  useEffect(() => {
    if (typed) copy.write({ ...values, emptied: emptiedIn(saved, values, optional) })
    else copy.remove()
  }, [copy, saved, values, optional, typed])
  return { form, intent, now, typed }
}

/** The state of an editor: the input is kept as a draft until it is saved or discarded. */
export function useEditor<V extends Values<V>, P extends string, T>(
  options: EditorOptions<V, P, T>,
) {
  const [saved] = useState(options.saved)
  const [savedPictures] = useState(options.pictures)
  const draft = useDraft(options.kind, options.id, saved)
  const pictures = usePictures(draft.copy.key, savedPictures)
  const { form, intent, now, typed } = useDraftedForm(options, { saved, draft, pictures })
  const element = useRef<HTMLFormElement>(null)
  return {
    form,
    /** Binds a picture input. */
    picture(name: P) {
      const field = pictures.field(name)
      return {
        ...field,
        onChange(next: FormPicture) {
          form.clearErrors(name)
          field.onChange(next)
        },
        error: field.error ?? form.errorOf(name),
      }
    },
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
      resumed: isChanged(saved, draft.before) || pictures.wasChosen,
      pictureLost: pictures.isLost,
      onSubmit: (submitted: FormEvent<HTMLFormElement>) => void form.submit(submitted),
      /** Shows the saved value again in a required field that was cleared, as that value would be sent. */
      onLeave() {
        const restored = changedFrom(form.values, now)
        if (Object.keys(restored).length > 0) form.set(restored)
      },
      onDiscard() {
        draft.copy.remove()
        form.set(saved)
        pictures.restore()
      },
    },
  }
}

export type Editor<V extends Values<V>, P extends string = string, T = unknown> = ReturnType<
  typeof useEditor<V, P, T>
>
