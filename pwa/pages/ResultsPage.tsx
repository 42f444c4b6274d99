import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { GENRE_IDS, GENRES } from '#contract/rooms/genres.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { RoomCard } from '#pwa/features/rooms/list/RoomCard.tsx'
import { RoomCards } from '#pwa/features/rooms/list/RoomCards.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import {
  EVENT_FILTERS,
  foundEvents,
  foundRooms,
  type ResultFilter,
  resultFilterOf,
} from '#pwa/lib/api/queries.ts'
import { resultsName, soughtOf } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { searchTerms } from '#pwa/lib/search-terms.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Failed } from '#pwa/load/Failed.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { LinkChips } from '#pwa/ui/layout/LinkChips.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import css from './ResultsPage.module.css'

/** Rooms and events that match; without a search text, popular rooms and upcoming events. */
export function ResultsPage() {
  const [params] = useSearchParams()
  const filter = resultFilterOf(params)
  const { terms } = filter
  const title = resultsName(filter)
  useTitle(title)
  return (
    <Page>
      <h1>{title}</h1>
      <SearchForm key={terms} terms={terms} />
      <Filters filter={filter} />
      <Found filter={filter} />
    </Page>
  )
}

function SearchForm({ terms }: { terms: string }) {
  const [typed, setTyped] = useState(terms)
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Reads the field, as React's state lacks text typed before hydration.
    const submitted = searchTerms(String(new FormData(event.currentTarget).get('search') ?? ''))
    if (submitted !== '') void navigate(paths.results(submitted))
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

function Filters({ filter: { terms, genre, only, tag } }: { filter: ResultFilter }) {
  return (
    <div className={css.filters}>
      {tag && (
        <LinkChips
          label="タグ"
          chips={[
            {
              name: tag,
              label: `#${tag}`,
              to: paths.results(terms, { genre, only }),
              chosen: true,
            },
          ]}
        />
      )}
      <LinkChips
        label="ルームのジャンル"
        chips={GENRE_IDS.map((name) => ({
          name,
          label: GENRES[name],
          to: paths.results(terms, { genre: name === genre ? null : name, only, tag }),
          chosen: name === genre,
        }))}
      />
      <LinkChips
        label="イベントのしぼりこみ"
        chips={Object.entries(EVENT_FILTERS).map(([name, { label }]) => ({
          name,
          label,
          to: paths.results(terms, { genre, only: name === only ? null : name, tag }),
          chosen: name === only,
        }))}
      />
    </div>
  )
}

function Found({ filter }: { filter: ResultFilter }) {
  const { genre, only } = filter
  const sought = soughtOf(filter)
  const foundInRooms = useList(rooms.listRooms, foundRooms(filter))
  const foundInEvents = useList(events.listEvents, foundEvents(filter))
  const both = [foundInRooms, foundInEvents]
  // One error for both lists.
  const error = both.every(({ items }) => !items) && foundInRooms.error && foundInEvents.error
  if (error) {
    const again = () => void Promise.all(both.map(({ refetch }) => refetch()))
    return <Failed error={error} onRetry={again} heading="h2" />
  }
  if (sought && both.every(({ items }) => items?.length === 0)) return <NothingFound />
  return (
    <>
      <Section title={genre ? `${GENRES[genre]}のルーム` : sought ? 'ルーム' : '人気のルーム'}>
        <LoadedList
          of={foundInRooms}
          skeleton={<SkeletonRows count={8} leading="arch" />}
          empty={<Alert>{sought && `${sought}に合う`}ルームは見つかりませんでした。</Alert>}
          wrap={(cards) => <RoomCards>{cards}</RoomCards>}
          keyOf={({ id }) => id}
        >
          {(room) => <RoomCard room={room} />}
        </LoadedList>
      </Section>
      <Section title={only ? ONLY_TITLES[only] : sought ? 'イベント' : 'これからのイベント'}>
        <LoadedList
          of={foundInEvents}
          empty={<Alert>{sought && `${sought}に合う`}イベントは見つかりませんでした。</Alert>}
          keyOf={({ id }) => id}
        >
          {(event) => <EventRow event={event} />}
        </LoadedList>
      </Section>
    </>
  )
}

const ONLY_TITLES: Record<keyof typeof EVENT_FILTERS, string> = {
  week: '7日以内のイベント',
  free: '無料のイベント',
  archive: '見逃し配信のあるイベント',
}

const NothingFound = () => (
  <StateScreen
    kind="empty"
    title="合うルームとイベントは見つかりませんでした"
    text="言葉を短くしたり、ひらがなやカタカナに変えたりすると、見つかることがあります。"
    actions={<Button to={paths.results()}>人気のルームとイベントを見る</Button>}
  />
)
