import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Refused } from '#contract/caller.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { recordError } from './errors.ts'

interface FormOptions<V extends object, R> {
  initial: V
  /** Sends what was typed. A refusal's words go to their fields; nothing typed is lost. */
  send: (values: V) => Promise<R>
  onDone: (result: R) => void | Promise<void>
  /** Given the form element after a refusal: leads to the first field at fault. */
  onRefused: (form: HTMLElement) => void
}

/** The state of one form: what was typed, what was wrong with it, whether it is on its way. */
export function useForm<V extends object, R>({
  initial,
  send,
  onDone,
  onRefused,
}: FormOptions<V, R>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [message, setMessage] = useState<string | null>(null)
  /** What was said was said of fields: it goes with the last of them. */
  const [ofFields, setOfFields] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setBusy(true)
    setMessage(null)
    try {
      await onDone(await send(values))
      setErrors({})
    } catch (error) {
      recordError(error)
      const refused = error instanceof Refused ? error : null
      flushSync(() => {
        setErrors(refused?.errors ?? {})
        setOfFields(Object.keys(refused?.errors ?? {}).length > 0)
        setMessage(error instanceof Error ? error.message : RETRY_LATER)
      })
      onRefused(form)
    } finally {
      setBusy(false)
    }
  }

  /** What is being mended is no longer called wrong. */
  function change(changed: Partial<V>) {
    setValues((before) => ({ ...before, ...changed }))
    setErrors((before) => {
      const left = Object.entries(before).filter(([name]) => !(name in changed))
      return left.length < Object.keys(before).length ? Object.fromEntries(left) : before
    })
  }

  return {
    values,
    busy,
    message: ofFields && Object.keys(errors).length === 0 ? null : message,
    submit,
    set: change,
    /** Binds a text-like input: `{...form.field('email')}`. */
    field: <K extends keyof V & string>(name: K) => ({
      value: values[name],
      onChange: (value: V[K]) => change({ [name]: value } as unknown as Partial<V>),
      error: errors[name]?.[0],
    }),
    errorOf: (...names: string[]) => names.flatMap((name) => errors[name] ?? [])[0],
  }
}
