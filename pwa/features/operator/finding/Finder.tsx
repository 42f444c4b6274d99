import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { SEARCH_MAX } from '#contract/limits.ts'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import css from './Finder.module.css'

interface Choice {
  /** As the URL has it; empty for all. */
  value: string
  label: string
}
interface FinderProps {
  label: string
  placeholder: string
  search: string
  state: string
  choices: Choice[]
  /** Takes words that are not to stand in the URL; false where these may. */
  onWords?: (words: string) => boolean
}

const queryOf = (state: string, search: string) =>
  `?${new URLSearchParams({ ...(state && { state }), ...(search && { search }) })}`

/** What one looks for: by words, by how it stands. It stands in the URL, so that the way back leads to it. */
export function Finder({ label, placeholder, search, state, choices, onWords }: FinderProps) {
  const [words, setWords] = useState(search)
  const navigate = useNavigate()
  const go = (next: string) => void navigate(queryOf(state, next), { replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = words.trim().slice(0, SEARCH_MAX)
    if (!onWords?.(next)) go(next)
  }
  const change = (next: string) => {
    setWords(next)
    if (next === '' && search !== '') go('')
  }
  return (
    <div className={css.filter}>
      <form role="search" onSubmit={submit}>
        <SearchInput
          name="search"
          label={label}
          placeholder={placeholder}
          value={words}
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
              aria-current={choice.value === state ? 'true' : undefined}
            >
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
