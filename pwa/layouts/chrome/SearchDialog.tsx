import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { searchWords } from '#pwa/lib/search-words.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { Sheet } from '#pwa/ui/Sheet.tsx'

/** Sends `search` to the results page, as a plain form would. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = searchWords(words)
    if (asked === '') return
    onClose()
    void navigate(paths.results(asked))
  }
  return (
    <Sheet open title="さがす" onClose={onClose}>
      <form role="search" action={paths.results()} method="get" onSubmit={submit} className="stack">
        <SearchInput
          name="search"
          label="検索する言葉"
          placeholder="何をお探しですか？"
          value={words}
          onChange={setWords}
          autoFocus
        />
        <Button type="submit" wide>
          検索する
        </Button>
      </form>
    </Sheet>
  )
}
