import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type Event, events } from '#contract/events/calls.ts'
import { WEEK_MS } from '#contract/lib/durations.ts'
import { type Headline, news } from '#contract/news/calls.ts'
import { EventCard } from '#pwa/features/events/EventCard.tsx'
import { EventCards } from '#pwa/features/events/EventCards.tsx'
import { firstEvent, startsWithin } from '#pwa/features/events/evening.ts'
import { OnAirCard } from '#pwa/features/events/OnAirCard.tsx'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { NewsRow } from '#pwa/features/news/NewsRow.tsx'
import { OfficialRooms, PopularRooms } from '#pwa/features/rooms/list/PopularRooms.tsx'
import { Welcome } from '#pwa/features/rooms/Welcome.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { COMING, HEADLINES, HELD, ON_AIR } from '#pwa/lib/api/queries.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Failed } from '#pwa/load/Failed.tsx'
import { type ListQuery, LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { Skeleton, SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import css from './HomePage.module.css'

export const LazyMyRooms = lazyComponent(
  async () => (await import('#pwa/features/rooms/list/MyRoomsScroller.tsx')).MyRoomsScroller,
)

const OfflineHome = lazyComponent(async () => (await import('./OfflineHome.tsx')).OfflineHome)

/** Live and upcoming events, the user's own rooms, then others. */
export function HomePage() {
  const state = useSessionState()
  const client = useQueryClient()
  const coming = useList(events.listEvents, COMING)
  const latest = useList(news.listNews, HEADLINES)
  if (state.at === 'offline') return <OfflineHome />
  // One error for the page, not one for each part.
  if (coming.error && latest.error && !coming.items && !latest.items)
    return (
      <Page>
        <Failed error={coming.error} heading="h1" onRetry={() => void client.refetchQueries()} />
      </Page>
    )
  const user = state.at === 'member'
  return (
    <Page>
      <h1 className="sr">ホーム</h1>
      <div className={css.home}>
        {!user && <Welcome />}
        {user ? <MyEvening /> : <OnAir held={NONE} />}
        {user && (
          <Suspense fallback={<div className={css.ledge} />}>
            <LazyMyRooms />
          </Suspense>
        )}
        <Coming coming={coming} />
        <OfficialRooms />
        <PopularRooms besidesOfficial />
        <News latest={latest} />
      </div>
    </Page>
  )
}

const NONE: Event[] = []

/** As for visitors, with the user's own event of the next 24 hours. */
function MyEvening() {
  const { items, error } = useList(events.listJoined, HELD)
  return <OnAir held={items ?? (error ? NONE : undefined)} />
}

/** The event that comes first; `held` are the user's own, undefined until they are loaded. */
function OnAir({ held }: { held: Event[] | undefined }) {
  const { items, error } = useList(events.listEvents, ON_AIR)
  const now = useNow()
  if (!held || (!items && !error))
    return (
      <Skeleton>
        {/* Reserves the space, to avoid a layout shift. */}
        <div className={css.waiting} />
      </Skeleton>
    )
  const first = firstEvent(items ?? NONE, held, now)
  if (!first) return null
  return (
    <section
      className={css.now}
      aria-label={phaseOf(first) === 'onAir' ? '配信中' : 'あなたの予定'}
    >
      <OnAirCard event={first} />
    </section>
  )
}

/** With fewer events in a week, the later ones are shown, too. */
const BUSY = 4

function Coming({ coming }: { coming: ListQuery<Event> }) {
  const now = useNow()
  const week = coming.items?.filter((event) => startsWithin(event, now, WEEK_MS)) ?? []
  const isBusy = week.length >= BUSY
  const items = isBusy ? week : coming.items
  return (
    <div className={css.coming}>
      <Section
        title={isBusy ? '7日以内のイベント' : 'これからのイベント'}
        more={{ to: paths.results(), label: 'もっと見る' }}
      >
        <LoadedList
          of={{ ...coming, items, more: null }}
          skeleton={<SkeletonRows count={2} />}
          wrap={(cards) => <EventCards>{cards}</EventCards>}
          empty={<Alert>いま予定されているイベントはありません。</Alert>}
          keyOf={({ id }) => id}
        >
          {(event) => <EventCard event={event} />}
        </LoadedList>
      </Section>
    </div>
  )
}

function News({ latest }: { latest: ListQuery<Headline> }) {
  return (
    <div className={css.news}>
      <Section title="お知らせ" more={{ to: paths.news, label: 'すべて見る' }}>
        <LoadedList
          of={{ ...latest, more: null }}
          empty={<Alert>お知らせはまだありません。</Alert>}
          wrap={(rows) => <List>{rows}</List>}
          keyOf={({ slug }) => slug}
        >
          {(article) => <NewsRow article={article} />}
        </LoadedList>
      </Section>
    </div>
  )
}
