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
        setMessage(error instanceof Error ? error.message : RETRY_LATER)
      })
      onRefused(form)
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    busy,
    message,
    submit,
    set: (change: Partial<V>) => setValues((before) => ({ ...before, ...change })),
    /** Binds a text-like input: `{...form.field('email')}`. */
    field: <K extends keyof V & string>(name: K) => ({
      value: values[name],
      onChange: (value: V[K]) => setValues((before) => ({ ...before, [name]: value })),
      error: errors[name]?.[0],
    }),
    errorOf: (...names: string[]) => names.flatMap((name) => errors[name] ?? [])[0],
  }
}
