import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useUser } from '../api/session.tsx'
import { type DraftKind, formDraft } from './form-drafts.ts'

export interface FormDraft<V extends object> {
  kind: DraftKind
  /** What the text is about. Null: there is one such form. */
  id: string | null
  /** Fields that are not stored: consents, which are given for what is then sent. Passwords and codes never are. */
  omit?: readonly (keyof V & string)[]
}

const SECRET = /password|^code$/

function storedFields<V extends object>(values: V, omit: readonly string[] = []) {
  const fields = Object.entries(values).filter(
    ([name]) => !SECRET.test(name) && !omit.includes(name),
  )
  return Object.fromEntries(fields) as Partial<V>
}

/** The values of a form. With a draft they survive a reload and the form's closing, until `drop`. */
export function useFormDraft<V extends object>(draft: FormDraft<V> | undefined, initial: V) {
  const user = useUser()?.id ?? 'guest'
  const [begun] = useState(initial)
  const [values, setValues] = useState(begun)
  const { kind, id = null, omit } = draft ?? {}
  const copy = useMemo(() => kind && formDraft<V>(kind, user, id), [kind, user, id])
  const names = Object.keys(storedFields(begun, omit)).join()

  // Not in the first render, which equals the one of the server.
  useLayoutEffect(() => {
    const entries = Object.entries(copy?.read() ?? {})
    const fields = entries.filter(([name]) => names.split(',').includes(name))
    if (fields.length === 0) return
    setValues((now) => (now === begun ? { ...now, ...Object.fromEntries(fields) } : now))
  }, [copy, names, begun])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for `omit`, a new array in each render.
  useEffect(() => {
    if (!copy || values === begun) return
    const fields = storedFields(values, omit)
    if (JSON.stringify(fields) === JSON.stringify(storedFields(begun, omit))) copy.remove()
    else copy.write(fields)
  }, [copy, values, begun, names])

  const drop = useCallback(() => copy?.remove(), [copy])
  return { values, setValues, drop }
}
