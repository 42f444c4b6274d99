import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { events } from '#contract/events/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { GENRE_IDS, GENRES } from '#contract/rooms/genres.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { Suggestions } from '#pwa/features/events/Suggestions.tsx'
import { FoundPersonRow } from '#pwa/features/profile/FoundPersonRow.tsx'
import { RoomCard } from '#pwa/features/rooms/list/RoomCard.tsx'
import { RoomCards } from '#pwa/features/rooms/list/RoomCards.tsx'
import { RoomTicketRow } from '#pwa/features/tickets/room/RoomTicketRow.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import {
  EVENT_FILTERS,
  foundEvents,
  foundPeople,
  foundRooms,
  foundTickets,
  type ResultFilter,
  resultFilterOf,
  shownKinds,
} from '#pwa/lib/api/result-queries.ts'
import { resultsName, soughtOf } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { recentSearches } from '#pwa/lib/recent-searches.ts'
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
  useEffect(() => {
    if (terms !== '') recentSearches.add(terms)
  }, [terms])
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
    <>
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
          placeholder="何をおさがしですか？"
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" size="s">
          検索する
        </Button>
      </form>
      {typed !== terms && <Suggestions typed={typed} onChoose={() => setTyped('')} />}
    </>
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
        label="ジャンル"
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
  const { terms, genre, only } = filter
  const sought = soughtOf(filter)
  const shown = shownKinds(filter)
  const found = {
    rooms: useList(rooms.listRooms, foundRooms(filter), { enabled: shown.rooms }),
    events: useList(events.listEvents, foundEvents(filter), { enabled: shown.events }),
    tickets: useList(tickets.listComingTickets, foundTickets(filter), { enabled: shown.tickets }),
    people: useList(profile.searchPeople, foundPeople(terms), { enabled: shown.people }),
  }
  const lists = KINDS.filter((kind) => shown[kind]).map((kind) => found[kind])
  // One error for all lists, also while others are asked for, or have found nothing.
  const [failed] = lists.flatMap(({ error }) => error ?? [])
  if (failed && !lists.some(hasItems)) {
    const again = () => void Promise.all(lists.map(({ refetch }) => refetch()))
    return <Failed error={failed} onRetry={again} heading="h2" />
  }
  if (sought && lists.every(({ items }) => items?.length === 0)) return <NothingFound />
  const none = (what: string) => (
    <Alert>
      {sought && `${sought}に合う`}
      {what}は見つかりませんでした。
    </Alert>
  )
  return (
    <>
      {shown.rooms && (
        <Section title={genre ? `${GENRES[genre]}のルーム` : sought ? 'ルーム' : '人気のルーム'}>
          <LoadedList
            of={found.rooms}
            skeleton={<SkeletonRows count={8} leading="arch" />}
            empty={none('ルーム')}
            wrap={(cards) => <RoomCards>{cards}</RoomCards>}
            keyOf={({ id }) => id}
          >
            {(room) => <RoomCard room={room} />}
          </LoadedList>
        </Section>
      )}
      {shown.events && (
        <Section title={only ? ONLY_TITLES[only] : sought ? 'イベント' : 'これからのイベント'}>
          <LoadedList of={found.events} empty={none('イベント')} keyOf={({ id }) => id}>
            {(event) => <EventRow event={event} />}
          </LoadedList>
        </Section>
      )}
      {/* Beside other results, these are shown only if there are any. */}
      {shown.tickets && (only === 'venue' || hasItems(found.tickets)) && (
        <Section title={ONLY_TITLES.venue}>
          <LoadedList of={found.tickets} empty={none('公演')} keyOf={({ id }) => id}>
            {(ticket) => <RoomTicketRow ticket={ticket} />}
          </LoadedList>
        </Section>
      )}
      {shown.people && hasItems(found.people) && (
        <Section title="人">
          <LoadedList of={found.people} empty={null} keyOf={({ name }) => name}>
            {(person) => <FoundPersonRow person={person} />}
          </LoadedList>
        </Section>
      )}
    </>
  )
}

const KINDS = ['rooms', 'events', 'tickets', 'people'] as const
const hasItems = ({ items }: { items: unknown[] | undefined }) => items && items.length > 0

const ONLY_TITLES: Record<keyof typeof EVENT_FILTERS, string> = {
  week: '7日以内のイベント',
  free: '無料のイベント',
  archive: '見逃し配信のあるイベント',
  venue: '会場での公演',
}

const NothingFound = () => (
  <StateScreen
    kind="empty"
    title="合うものは見つかりませんでした"
    text="言葉を短くしたり、ひらがなやカタカナに変えたりすると、見つかることがあります。"
    actions={<Button to={paths.results()}>人気のルームとイベントを見る</Button>}
  />
)
