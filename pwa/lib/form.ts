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

interface Failure {
  errors: Record<string, string[]>
  message: string | null
}
const NO_FAILURE: Failure = { errors: {}, message: null }

/** The state of one form: what was typed, what was wrong with it, whether it is on its way. */
export function useForm<V extends object, R>({
  initial,
  send,
  onDone,
  onRefused,
}: FormOptions<V, R>) {
  const [values, setValues] = useState(initial)
  const [{ errors, message }, setFailure] = useState(NO_FAILURE)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setBusy(true)
    setFailure((before) => ({ ...before, message: null }))
    try {
      await onDone(await send(values))
      setFailure(NO_FAILURE)
    } catch (error) {
      recordError(error)
      const refused = error instanceof Refused ? error : null
      flushSync(() => {
        setFailure({
          errors: refused?.errors ?? {},
          message: error instanceof Error ? error.message : RETRY_LATER,
        })
      })
      onRefused(form)
    } finally {
      setBusy(false)
    }
  }

  /** What is being mended is no longer called wrong; what was said of fields goes with the last of them. */
  function change(changed: Partial<V>) {
    setValues((before) => ({ ...before, ...changed }))
    setFailure((before) => {
      const wrong = Object.entries(before.errors)
      const left = wrong.filter(([name]) => !(name in changed))
      if (left.length === wrong.length) return before
      return left.length > 0 ? { ...before, errors: Object.fromEntries(left) } : NO_FAILURE
    })
  }

  return {
    values,
    busy,
    message,
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
