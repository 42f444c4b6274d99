import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { recordError } from '../api/last-error.ts'
import { focusFirstError } from './focus-first-error.ts'
import { type FormDraft, useFormDraft } from './useFormDraft.ts'

interface FormOptions<V extends object, R> {
  initial: V
  /** Where the values are kept until they are sent. Without one, a reload loses them. */
  draft?: FormDraft<V>
  /** Sends the values. A refusal's messages are shown beside their fields; the values stay. */
  send: (values: V) => Promise<R>
  onDone: (result: R) => void | Promise<void>
  /** Uncovers the fields after a refusal, in the same render as their messages. Then the first invalid one is focused. */
  onRefused?: (() => void) | undefined
}

interface Failure {
  errors: Record<string, string[]>
  message: string | null
}
const NO_FAILURE: Failure = { errors: {}, message: null }

const failureOf = (error: unknown): Failure => ({
  errors: error instanceof RequestError ? error.errors : {},
  message: error instanceof Error ? error.message : RETRY_LATER,
})

/** Also those of a field's parts, `types.0.name`. The general message disappears with the last of the fields' errors. */
function withoutErrors(failure: Failure, names: readonly string[]): Failure {
  const entries = Object.entries(failure.errors)
  const isOf = (name: string) =>
    names.some((changed) => name === changed || name.startsWith(`${changed}.`))
  const left = entries.filter(([name]) => !isOf(name))
  if (left.length === entries.length) return failure
  return left.length > 0 ? { ...failure, errors: Object.fromEntries(left) } : NO_FAILURE
}

/** The state of one form: values, errors, and whether it is being sent. */
export function useForm<V extends object, R>({
  initial,
  draft,
  send,
  onDone,
  onRefused,
}: FormOptions<V, R>) {
  const { values, setValues, drop } = useFormDraft(draft, initial)
  const [{ errors, message }, setFailure] = useState(NO_FAILURE)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setBusy(true)
    setFailure((before) => ({ ...before, message: null }))
    try {
      const result = await send(values)
      drop()
      await onDone(result)
      setFailure(NO_FAILURE)
      setBusy(false)
    } catch (error) {
      recordError(error)
      // Together: a form that shows its failure can be closed, and sent again.
      flushSync(() => {
        setFailure(failureOf(error))
        setBusy(false)
        onRefused?.()
      })
      focusFirstError(form)
    }
  }

  /** Clears the errors of changed fields. */
  function change(names: readonly string[], next: (before: V) => V) {
    setValues(next)
    setFailure((before) => withoutErrors(before, names))
  }

  return {
    values,
    busy,
    message,
    submit,
    set: (changed: Partial<V>) =>
      change(Object.keys(changed), (before) => ({ ...before, ...changed })),
    /** Binds a text-like input: `{...form.field('email')}`. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      onChange: (value: V[K]) => change([name], (before) => ({ ...before, [name]: value })),
      error: errors[name]?.[0],
    }),
    /** For a changed field whose value the form does not hold. */
    clearErrors: (name: string) => setFailure((before) => withoutErrors(before, [name])),
    errorOf: (...names: string[]) => names.flatMap((name) => errors[name] ?? [])[0],
  }
}
