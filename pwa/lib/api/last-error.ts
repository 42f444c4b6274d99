import { RequestError } from '#contract/http/caller.ts'
import { createStore } from '../store.ts'

/** The last refusal: `errors` maps a field to its messages. */
export interface Errors {
  message: string | null
  errors: Record<string, string[]>
  /** A single value, not a list: the event's state in which a change was refused. */
  publishment_flg: string | null
}

const NONE: Errors = { message: null, errors: {}, publishment_flg: null }
export const errors = createStore(NONE)

export function recordError(error: unknown) {
  if (!(error instanceof RequestError)) return
  const { publishment_flg, ...fields } = error.errors
  errors.set({
    message: error.message,
    errors: fields,
    publishment_flg: publishment_flg === undefined ? null : String(publishment_flg),
  })
}

export const clearErrors = () => errors.set(NONE)
