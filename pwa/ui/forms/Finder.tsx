import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import css from './Finder.module.css'
import { SearchInput } from './SearchInput.tsx'

interface Choice {
  /** As the URL has it; empty for all. */
  value: string
  label: string
}
interface FinderProps {
  label: string
  placeholder: string
  /** Of what is looked for by. */
  max: number
  search: string
  /** What the choice is called in the URL. */
  by?: string
  chosen: string
  choices: Choice[]
  /** Takes words that are not to stand in the URL; false where these may. */
  onWords?: (words: string) => boolean
}

/** What one looks for: by words, by how it stands. It stands in the URL, so that the way back leads to it. */
export function Finder({
  label,
  placeholder,
  max,
  search,
  by = 'state',
  chosen,
  choices,
  onWords,
}: FinderProps) {
  const queryOf = (choice: string, search: string) =>
    `?${new URLSearchParams({ ...(choice && { [by]: choice }), ...(search && { search }) })}`
  const [words, setWords] = useState(search)
  const navigate = useNavigate()
  const go = (next: string) => void navigate(queryOf(chosen, next), { replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = words.trim().slice(0, max)
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
