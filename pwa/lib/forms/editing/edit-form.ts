import { keysOf, recordOf } from '#contract/lib/records.ts'

/** The values of a form: texts only. */
export type Values<V> = { [K in keyof V]: string }
export type FieldName<V> = keyof V & string
export type FormPicture = File | string | null

const JST_MS = 9 * 60 * 60_000
const LOCAL_LENGTH = 'YYYY-MM-DDTHH:mm'.length

/** An instant as local time in Japan: YYYY-MM-DDTHH:MM. */
export const toWall = (instant: string) =>
  new Date(Date.parse(instant) + JST_MS).toISOString().slice(0, LOCAL_LENGTH)

/** Local time in Japan to an instant; an invalid value is returned unchanged, for the server's validation. */
export function fromWall(wall: string): string {
  const at = Date.parse(`${wall}:00+09:00`)
  return Number.isNaN(at) ? wall : new Date(at).toISOString()
}

/** Optional fields that the user cleared; stored in the draft beside its values. */
export const emptiedIn = <V extends Values<V>>(saved: V, values: V, may: readonly FieldName<V>[]) =>
  may.filter((name) => values[name] === '' && saved[name] !== '')

/** The form's values: the draft's, if not empty, else the saved ones; cleared fields are empty. */
export function editValues<V extends Values<V>>(
  saved: V,
  temporary: Partial<V>,
  emptied: readonly FieldName<V>[] = [],
): V {
  const shown = { ...saved }
  for (const name of keysOf(saved)) shown[name] = temporary[name] || saved[name]
  const cleared = emptied.filter((name) => Object.hasOwn(saved, name))
  return { ...shown, ...recordOf(cleared, () => '') }
}

export const isChanged = <V extends Values<V>>(saved: V, edited: V) =>
  keysOf(edited).some((name) => edited[name] !== saved[name])

/** The fields of `next` that differ from `before`. */
export function changedFrom<V extends Values<V>>(before: V, next: V): Partial<V> {
  const changed: Partial<V> = {}
  for (const name of keysOf(next)) if (next[name] !== before[name]) changed[name] = next[name]
  return changed
}

export interface EditorInput<V> {
  saved: V
  /** The form's values. */
  values: V
  /** Changed pictures by field name; null: the picture is removed. */
  pictures: Readonly<Record<string, File | null>>
  status: 'draft' | 'published' | null
}

/** The changed fields as form data; `times` are the fields with local times. */
export function formOfChanges<V extends Values<V>>(
  { saved, values, pictures, status }: EditorInput<V>,
  times: readonly FieldName<V>[] = [],
): FormData {
  const form = new FormData()
  for (const name of keysOf(values)) {
    const value: string = values[name]
    if (value !== saved[name]) form.set(name, times.includes(name) ? fromWall(value) : value)
  }
  for (const [name, picture] of Object.entries(pictures)) form.set(name, picture ?? '')
  if (status) form.set('status', status)
  return form
}
