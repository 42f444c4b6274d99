import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, Unreachable } from '#contract/caller.ts'
import { keyOf } from '#pwa/lib/api.ts'
import { type Chosen, draftPicture } from '#pwa/lib/draft-picture.ts'
import { useForm } from '#pwa/lib/form.ts'
import { useSession, useUser } from '#pwa/lib/session.tsx'
import { temporaryCopy } from '#pwa/lib/temporary.ts'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import {
  editValues,
  emptiedIn,
  isChanged,
  type Picture,
  type Said,
  type Values,
} from './edit-form.ts'

export type Intent = 'draft' | 'published' | null

interface Edited<V, T> {
  kind: 'event' | 'ticket'
  /** Null for a new one. */
  id: string | null
  saved: V
  /** What may be left empty. */
  optional: readonly (keyof V)[]
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
  const { kind, id, send, stale, onDone, onRefused, optional } = edited
  const client = useQueryClient()
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => temporaryCopy<V>(kind, user, id))
  const [saved] = useState(edited.saved)
  const [before] = useState(() => {
    const { emptied, ...typed } = copy.read()
    return editValues(saved, typed as Partial<V>, emptied)
  })
  const valuesNow = (values: V) => editValues(saved, values, emptiedIn(saved, values, optional))
  const drawn = usePicture(`${copy.key}.picture`, edited.picture)
  const { picture } = drawn
  const intent = useRef<Intent>(null)
  /** For as long as nobody knows whether it arrived, the same thing is not made twice. */
  const key = useRef<string | null>(null)
  const element = useRef<HTMLFormElement>(null)

  const form = useForm({
    initial: before,
    async send(values: V) {
      const hadPicture = edited.picture !== null
      const status = intent.current
      const said = { saved, values: valuesNow(values), picture, hadPicture, status }
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
      drawn.drop()
      await Promise.all(stale.map((e) => client.invalidateQueries({ queryKey: keyOf(e) })))
      onDone(done)
    },
    onRefused(found) {
      onRefused()
      focusFirstError(found)
    },
  })
  const { values } = form
  const now = valuesNow(values)
  const typed = isChanged(saved, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another thing to be made.
  useEffect(() => {
    key.current = null
  }, [values, picture])
  useEffect(() => {
    if (typed) copy.write({ ...values, emptied: emptiedIn(saved, values, optional) })
    else copy.drop()
  }, [copy, saved, values, optional, typed])

  return {
    form,
    element,
    picture,
    setPicture: drawn.choose,
    /** One was chosen, and could not be found again. */
    pictureLost: drawn.isLost,
    saved,
    /** Something typed is not saved. */
    changed: typed || picture !== edited.picture,
    /** The form went on where an earlier one had stopped. */
    resumed: isChanged(saved, before) || drawn.wasChosen,
    edited: now,
    send(next: Intent) {
      intent.current = next
      element.current?.requestSubmit()
    },
    /** A field that may not be empty, and is, shows again what is saved: that is what would be sent. */
    restore: () => form.set(now),
    discard() {
      copy.drop()
      form.set(saved)
      drawn.choose(edited.picture)
    },
  }
}

/** The picture of a form: the one that is saved, until another is chosen; found again after a reload. */
function usePicture(key: string, saved: string | null) {
  const { device } = useSession()
  const [draft] = useState(() => draftPicture(device, key))
  const [picture, setPicture] = useState<Picture>(saved)
  const [found, setFound] = useState<Chosen>()
  const isTouched = useRef(false)
  useEffect(() => {
    let isGone = false
    void draft.read().then((chosen) => {
      if (isGone || isTouched.current) return
      setFound(chosen)
      if (chosen !== undefined && chosen !== 'lost') setPicture(chosen)
    })
    return () => {
      isGone = true
    }
  }, [draft])
  return {
    picture,
    wasChosen: found !== undefined,
    isLost: found === 'lost' && picture === saved,
    choose(next: Picture) {
      isTouched.current = true
      setPicture(next)
      draft.write(next === saved || typeof next === 'string' ? undefined : next)
    },
    drop: draft.drop,
  }
}
