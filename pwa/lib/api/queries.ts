import { LIST_MAX } from '#contract/shared/limits.ts'

/** List queries that a page shows and the server prefetches: shared, so that both use the same cache key. */
export const ON_AIR = { query: { state: 'on_air', limit: 4 } } as const
export const COMING = { query: { state: 'upcoming', limit: 8 } } as const
/** All tickets of the user to events, also for the ticket box. */
export const HELD = { query: { limit: LIST_MAX } }
export const POPULAR = { query: { sort: 'popular', limit: 10 } } as const
export const OFFICIAL = { query: { official: 1, sort: 'popular', limit: 4 } } as const
export const HEADLINES = { query: { limit: 4 } } as const
export const ALL_NEWS = {}

export const roomEvents = (room: string) => ({ query: { room } })
