import type { QueryClient } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import type { Answered } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { SITE_TITLE } from '#contract/limits.ts'
import { news } from '#contract/news.ts'
import { rooms } from '#contract/rooms.ts'
import { keyOf } from '#pwa/lib/api.ts'

/** What a page says of itself to those who link to it. Paths on this site. */
export interface Head {
  title: string
  description: string
  image: string | null
  canonical: string
}

const DESCRIPTION =
  '好きな人のルームに参加して、配信を見て、語り合う。Roomは、夜のひとときを分け合うコミュニティです。'
const LENGTH = 120

/** From the most particular thing that the page loaded: an article, an event, a room, a person. */
export function describe(client: QueryClient, canonical: string): Head {
  const loaded = <T>(endpoint: Answered): T | undefined =>
    client.getQueriesData<T>({ queryKey: keyOf(endpoint) })[0]?.[1]
  const article = loaded<{ title: string; lead: string; image_path: string | null }>(
    news.getArticle,
  )
  const event = loaded<{ title: string; about: string; thumbnail_image_path: string | null }>(
    events.getEvent,
  )
  const room = loaded<{ title: string; about: string; header_image_path: string | null }>(
    rooms.getRoom,
  )
  const person = loaded<{ display_name: string; about: string; icon_image_path: string | null }>(
    account.getProfile,
  )
  const of = (title: string, text: string, image: string | null) => ({
    title: `${title}｜${SITE_TITLE}`,
    description: short(text) || DESCRIPTION,
    image,
    canonical,
  })
  if (article) return of(article.title, article.lead, article.image_path)
  if (event) return of(event.title, event.about, event.thumbnail_image_path)
  if (room) return of(room.title, room.about, room.header_image_path)
  if (person) return of(person.display_name, person.about, person.icon_image_path)
  return { title: SITE_TITLE, description: DESCRIPTION, image: null, canonical }
}

const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line
}
