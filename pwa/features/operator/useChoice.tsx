import { useSearchParams } from 'react-router-dom'
import { Select } from '#pwa/ui/forms/Select.tsx'

interface Choice<V extends string, I extends V | null> {
  /** The parameter of the URL. */
  name: string
  label: string
  options: readonly { value: V; label: string }[]
  /** Selected by default; null: all, with `all` as its label. */
  initial: I
  all?: string
}

/** A filter of a list. It is in the URL, so that it can be shared, and going back restores it. */
export function useChoice<V extends string, I extends V | null>(choice: Choice<V, I>) {
  const { name, label, options, initial, all } = choice
  const [search, setSearch] = useSearchParams()
  const chosen = options.find(({ value }) => value === search.get(name))?.value ?? initial
  const choose = (value: string) => {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  const select = (
    <Select
      label={label}
      name={name}
      require
      options={all === undefined ? options : [{ value: '', label: all }, ...options]}
      value={chosen ?? ''}
      onChange={choose}
    />
  )
  return { chosen, select }
}
