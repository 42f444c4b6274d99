import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { GENRE_IDS, GENRES } from '#contract/rooms/genres.ts'
import { Suggestions } from '#pwa/features/events/Suggestions.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { recentSearches } from '#pwa/lib/recent-searches.ts'
import { searchTerms } from '#pwa/lib/search-terms.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { LinkChips } from '#pwa/ui/layout/LinkChips.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

/** Before anything is typed: what was searched on this device, and the genres. */
function SearchStart({ onChoose }: { onChoose: () => void }) {
  const [recent, setRecent] = useState(() => recentSearches.read())
  const forget = () => {
    recentSearches.clear()
    setRecent([])
  }
  return (
    <>
      {recent.length > 0 && (
        <section>
          <div className="row between">
            <h3 className="small muted">最近の検索</h3>
            <Button variant="quiet" size="s" onClick={forget}>
              履歴を消す
            </Button>
          </div>
          <LinkChips
            label="最近の検索"
            wrap
            onChoose={onChoose}
            chips={recent.map((terms) => ({ name: terms, label: terms, to: paths.results(terms) }))}
          />
        </section>
      )}
      <section>
        <h3 className="small muted">ジャンルからさがす</h3>
        <LinkChips
          label="ジャンル"
          wrap
          onChoose={onChoose}
          chips={GENRE_IDS.map((genre) => ({
            name: genre,
            label: GENRES[genre],
            to: paths.results('', { genre }),
          }))}
        />
      </section>
    </>
  )
}

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
      <div className="stack">
        <form
          role="search"
          action={paths.results()}
          method="get"
          onSubmit={submit}
          className="stack"
        >
          <SearchInput
            name="search"
            label="検索する言葉"
            placeholder="何をおさがしですか？"
            value={typed}
            onChange={setTerms}
            autoFocus
          />
          <Button type="submit" wide>
            検索する
          </Button>
        </form>
        {typed === '' ? (
          <SearchStart onChoose={onClose} />
        ) : (
          <Suggestions typed={typed} onChoose={onClose} />
        )}
      </div>
    </Sheet>
  )
}
