// What the results page shows, by its URL. Not in the module of the other queries, as the home page loads that one.

import { GENRE_IDS, type Genre } from '#contract/rooms/genres.ts'
import { searchTerms } from '#pwa/lib/search-terms.ts'

/** What narrows the results: a genre of rooms, one filter of events, and a tag of both. */
export interface ResultFilter {
  terms: string
  genre: Genre | null
  only: keyof typeof EVENT_FILTERS | null
  tag: string | null
}

/** Filters of events, by their value in the URL. */
export const EVENT_FILTERS = {
  week: { label: '7日以内', query: { state: 'upcoming', period: 'week' } },
  free: { label: '無料', query: { state: 'upcoming', free: 1 } },
  archive: { label: '見逃し配信あり', query: { state: 'archive' } },
  venue: { label: '会場あり', query: {} },
} as const

const isFilter = (name: string): name is keyof typeof EVENT_FILTERS =>
  Object.keys(EVENT_FILTERS).includes(name)

/** The filter in the URL of the results page; unknown values are ignored. */
export function resultFilterOf(params: URLSearchParams): ResultFilter {
  const only = params.get('only') ?? ''
  const genre = params.get('genre')
  return {
    terms: searchTerms(params.get('search') ?? ''),
    genre: GENRE_IDS.find((id) => id === genre) ?? null,
    only: isFilter(only) ? only : null,
    tag: searchTerms(params.get('tag') ?? '') || null,
  }
}

/** The kinds of results to show: a filter hides those that it does not apply to. */
export const shownKinds = ({ terms, genre, only, tag }: ResultFilter) => ({
  rooms: only !== 'venue',
  events: only !== 'venue',
  tickets: tag === null && (only === null || only === 'week' || only === 'venue'),
  people: terms !== '' && genre === null && only === null && tag === null,
})

export const foundRooms = ({ terms, genre, tag }: ResultFilter) => ({
  query: {
    ...(terms ? { search: terms } : ({ sort: 'popular' } as const)),
    ...(genre && { genre }),
    ...(tag && { tag }),
  },
})
export const foundEvents = ({ terms, genre, only, tag }: ResultFilter) => ({
  query: {
    ...(genre && { genre }),
    ...(terms && { search: terms }),
    ...(tag && { tag }),
    ...(only ? EVENT_FILTERS[only].query : !terms && !tag && ({ state: 'upcoming' } as const)),
  },
})
/** Events at venues. */
export const foundTickets = ({ terms, genre, only }: ResultFilter) => ({
  query: {
    ...(terms && { search: terms }),
    ...(genre && { genre }),
    ...(only === 'week' && ({ period: 'week' } as const)),
  },
})
export const foundPeople = (search: string) => ({ query: { search } })
