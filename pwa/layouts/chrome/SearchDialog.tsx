import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Suggestions } from '#pwa/features/events/Suggestions.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { searchTerms } from '#pwa/lib/search-terms.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

/** Navigates to the results page with `search`, as a plain form would. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTerms] = useState('')
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const terms = searchTerms(typed)
    if (terms === '') return
    onClose()
    void navigate(paths.results(terms))
  }
  return (
    <Sheet open title="さがす" onClose={onClose}>
      <form role="search" action={paths.results()} method="get" onSubmit={submit} className="stack">
        <SearchInput
          name="search"
          label="検索する言葉"
          placeholder="何をお探しですか？"
          value={typed}
          onChange={setTerms}
          autoFocus
        />
        <Button type="submit" wide>
          検索する
        </Button>
      </form>
      <Suggestions typed={typed} onChoose={onClose} />
    </Sheet>
  )
}
