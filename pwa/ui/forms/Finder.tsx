import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import css from './Finder.module.css'
import { SearchInput } from './SearchInput.tsx'

interface Choice {
  /** The value in the URL; empty for all. */
  value: string
  label: string
}
interface FinderProps {
  label: string
  placeholder: string
  /** The maximum length of the search text. */
  max: number
  search: string
  /** The URL parameter of the choice. */
  by?: string
  chosen: string
  choices: Choice[]
  /** Handles a search text that must not be in the URL; returns false for any other text. */
  onTerms?: (terms: string) => boolean
}

/** A search field and a filter. Both are in the URL, so that going back restores them. */
export function Finder({
  label,
  placeholder,
  max,
  search,
  by = 'state',
  chosen,
  choices,
  onTerms,
}: FinderProps) {
  const [params] = useSearchParams()
  // The order of the list stays.
  const sort = params.get('sort')
  const queryOf = (choice: string, search: string) =>
    `?${new URLSearchParams({ ...(choice && { [by]: choice }), ...(search && { search }), ...(sort && { sort }) })}`
  const [terms, setTerms] = useState(search)
  const navigate = useNavigate()
  const go = (next: string) => void navigate(queryOf(chosen, next), { replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = terms.trim().slice(0, max)
    if (!onTerms?.(next)) go(next)
  }
  const change = (next: string) => {
    setTerms(next)
    if (next === '' && search !== '') go('')
  }
  return (
    <div className={css.filter}>
      <form role="search" onSubmit={submit}>
        <SearchInput
          name="search"
          label={label}
          placeholder={placeholder}
          value={terms}
          onChange={change}
        />
      </form>
      <ul className={css.choices} aria-label="状態">
        {choices.map((choice) => (
          <li key={choice.value}>
            <Link
              to={queryOf(choice.value, search)}
              replace
              className={css.choice}
              aria-current={choice.value === chosen ? 'true' : undefined}
            >
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
