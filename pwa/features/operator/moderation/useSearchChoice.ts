import { useSearchParams } from 'react-router-dom'

/** Keeps a list's filter in the URL, so that it can be shared and restored. */
export function useSearchChoice() {
  const [search, setSearch] = useSearchParams()
  return {
    of: <T extends string>(name: string, known: readonly T[]): T | undefined =>
      known.find((one) => one === search.get(name)),
    choose: (name: string, value: string) => {
      const next = new URLSearchParams(search)
      if (value) next.set(name, value)
      else next.delete(name)
      setSearch(next, { replace: true })
    },
  }
}
