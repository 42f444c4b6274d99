import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { SEARCH_MAX } from '#contract/limits.ts'
import type { RoomMember } from '#contract/rooms.ts'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import css from './MemberFilter.module.css'
import { memberStatus } from './member-words.ts'

type Status = RoomMember['status'] | null

interface MemberFilterProps {
  status: Status
  search: string
}

const choices: { status: Status; label: string }[] = [
  { status: null, label: 'すべて' },
  ...Object.entries(memberStatus).map(([status, { label }]) => ({
    status: status as Status,
    label,
  })),
]

const queryOf = ({ status, search }: MemberFilterProps) =>
  `?${new URLSearchParams({ ...(status && { status }), ...(search && { search }) })}`

/** Whom one looks for: by a part of the name, by how they stand to the room. */
export function MemberFilter({ status, search }: MemberFilterProps) {
  const [words, setWords] = useState(search)
  const navigate = useNavigate()
  const go = (next: string) => void navigate(queryOf({ status, search: next }), { replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(words.trim().slice(0, SEARCH_MAX))
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
          label="メンバーをさがす"
          placeholder="名前でさがす"
          value={words}
          onChange={change}
        />
      </form>
      <ul className={css.choices} aria-label="状態">
        {choices.map((choice) => (
          <li key={choice.label}>
            <Link
              to={queryOf({ status: choice.status, search })}
              replace
              className={css.choice}
              aria-current={choice.status === status ? 'true' : undefined}
            >
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
