/** What a form of texts shows and sends, whatever it is about. */
export type Values<V> = { [K in keyof V]: string }
export type Picture = File | string | null

const JST_MS = 9 * 60 * 60_000
const LOCAL_LENGTH = 'YYYY-MM-DDTHH:mm'.length

/** The time on a wall in Japan. */
export const toWall = (instant: string) =>
  new Date(Date.parse(instant) + JST_MS).toISOString().slice(0, LOCAL_LENGTH)

/** What is no time stays as it was typed: the server says what is wrong with it. */
export function fromWall(wall: string): string {
  const at = Date.parse(`${wall}:00+09:00`)
  return Number.isNaN(at) ? wall : new Date(at).toISOString()
}

/** What may be left empty and was emptied on purpose: the temporary copy says so beside its values. */
export const emptiedIn = <V extends Values<V>>(saved: V, values: V, may: readonly (keyof V)[]) =>
  may.filter((name) => values[name] === '' && saved[name] !== '')

/** An edit value is the temporary one where it is set and not empty, else the saved one, unless that was emptied. */
export function editValues<V extends Values<V>>(
  saved: V,
  temporary: Partial<V>,
  emptied: readonly (keyof V)[] = [],
): V {
  const names = Object.keys(saved) as (keyof V)[]
  const shown = (name: keyof V) => (emptied.includes(name) ? '' : temporary[name] || saved[name])
  return Object.fromEntries(names.map((name) => [name, shown(name)])) as unknown as V
}

export const isChanged = <V extends Values<V>>(saved: V, edited: V) =>
  Object.entries(edited).some(([name, value]) => value !== saved[name as keyof V])

export interface Said<V> {
  saved: V
  /** The edit values. */
  values: V
  /** Those that are not what is saved, as the server calls them; null: there shall be none. */
  pictures: Readonly<Record<string, File | null>>
  status: 'draft' | 'published' | null
}

/** What differs from what is saved; `times` are the fields that hold a time on a wall. */
export function formOfChanges<V extends Values<V>>(
  { saved, values, pictures, status }: Said<V>,
  times: readonly (keyof V)[] = [],
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries<string>(values)) {
    const name = key as keyof V
    if (value !== saved[name]) form.set(key, times.includes(name) ? fromWall(value) : value)
  }
  for (const [name, picture] of Object.entries(pictures)) form.set(name, picture ?? '')
  if (status) form.set('status', status)
  return form
}
