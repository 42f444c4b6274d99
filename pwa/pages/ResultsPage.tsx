import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { events } from '#contract/events.ts'
import { rooms } from '#contract/rooms.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { RoomCard } from '#pwa/features/rooms/RoomCard.tsx'
import { RoomCards } from '#pwa/features/rooms/RoomCards.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { foundEvents, foundRooms } from '#pwa/lib/queries.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { List } from '#pwa/ui/List.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import css from './ResultsPage.module.css'

/** Rooms and events that hold the words; without words, what is popular and what comes. */
export function ResultsPage() {
  const [params] = useSearchParams()
  const words = params.get('search') ?? ''
  const title = words ? `「${words}」の検索結果` : 'さがす'
  useTitle(title)
  return (
    <Page>
      <h1>{title}</h1>
      <SearchForm key={words} words={words} />
      <FoundRooms words={words} />
      <FoundEvents words={words} />
    </Page>
  )
}

function SearchForm({ words }: { words: string }) {
  const [typed, setTyped] = useState(words)
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(paths.results(typed.trim()))
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

function FoundRooms({ words }: { words: string }) {
  const found = useList(rooms.listRooms, foundRooms(words))
  return (
    <Section title={words ? 'ルーム' : '人気のルーム'}>
      <LoadedList
        of={found}
        skeleton={<SkeletonRows count={8} leading="window" />}
        empty={<Notice>「{words}」に合うルームは見つかりませんでした。</Notice>}
        wrap={(cards) => <RoomCards>{cards}</RoomCards>}
        keyOf={({ id }) => id}
      >
        {(room) => <RoomCard room={room} />}
      </LoadedList>
    </Section>
  )
}

function FoundEvents({ words }: { words: string }) {
  const found = useList(events.listEvents, foundEvents(words))
  return (
    <Section title={words ? 'イベント' : 'これからのイベント'}>
      <LoadedList
        of={found}
        empty={<Notice>{words && `「${words}」に合う`}イベントは見つかりませんでした。</Notice>}
        wrap={(rows) => <List carded>{rows}</List>}
        keyOf={({ id }) => id}
      >
        {(event) => <EventRow event={event} />}
      </LoadedList>
    </Section>
  )
}
