import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { events } from '#contract/events.ts'
import { rooms } from '#contract/rooms.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { RoomCard } from '#pwa/features/rooms/RoomCard.tsx'
import { RoomCards } from '#pwa/features/rooms/RoomCards.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useList } from '#pwa/lib/api.ts'
import { resultsName } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { foundEvents, foundRooms } from '#pwa/lib/queries.ts'
import { searchWords } from '#pwa/lib/search-words.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Failed } from '#pwa/load/Failed.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { List } from '#pwa/ui/List.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import css from './ResultsPage.module.css'

/** Rooms and events that hold the words; without words, what is popular and what comes. */
export function ResultsPage() {
  const [params] = useSearchParams()
  const words = searchWords(params.get('search') ?? '')
  const title = resultsName(words)
  useTitle(title)
  return (
    <Page>
      <h1>{title}</h1>
      <SearchForm key={words} words={words} />
      <Found words={words} />
    </Page>
  )
}

function SearchForm({ words }: { words: string }) {
  const [typed, setTyped] = useState(words)
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // As the field has it: what was typed before the page came to life is known to nobody else.
    const asked = searchWords(String(new FormData(event.currentTarget).get('search') ?? ''))
    if (asked !== '') void navigate(paths.results(asked))
  }
  return (
    <form
      role="search"
      action={paths.results()}
      method="get"
      className={css.form}
      onSubmit={submit}
    >
      <SearchInput
        name="search"
        label="検索する言葉"
        placeholder="何をお探しですか？"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" size="s">
        検索する
      </Button>
    </form>
  )
}

function Found({ words }: { words: string }) {
  const foundInRooms = useList(rooms.listRooms, foundRooms(words))
  const foundInEvents = useList(events.listEvents, foundEvents(words))
  const both = [foundInRooms, foundInEvents]
  // One word for both, not one each.
  const error = both.every(({ items }) => !items) && foundInRooms.error && foundInEvents.error
  if (error) {
    const again = () => void Promise.all(both.map(({ refetch }) => refetch()))
    return <Failed error={error} onRetry={again} heading="h2" />
  }
  if (words && both.every(({ items }) => items?.length === 0)) return <NothingFound />
  return (
    <>
      <Section title={words ? 'ルーム' : '人気のルーム'}>
        <LoadedList
          of={foundInRooms}
          skeleton={<SkeletonRows count={8} leading="arch" />}
          empty={<Notice>{words && `「${words}」に合う`}ルームは見つかりませんでした。</Notice>}
          wrap={(cards) => <RoomCards>{cards}</RoomCards>}
          keyOf={({ id }) => id}
        >
          {(room) => <RoomCard room={room} />}
        </LoadedList>
      </Section>
      <Section title={words ? 'イベント' : 'これからのイベント'}>
        <LoadedList
          of={foundInEvents}
          empty={<Notice>{words && `「${words}」に合う`}イベントは見つかりませんでした。</Notice>}
          wrap={(rows) => <List carded>{rows}</List>}
          keyOf={({ id }) => id}
        >
          {(event) => <EventRow event={event} />}
        </LoadedList>
      </Section>
    </>
  )
}

const NothingFound = () => (
  <StateScreen
    kind="empty"
    title="合うルームとイベントは見つかりませんでした"
    text="言葉を短くしたり、ひらがなやカタカナに変えたりすると、見つかることがあります。"
    actions={<Button to={paths.results()}>人気のルームとイベントを見る</Button>}
  />
)
