import type { QueryClient } from '@tanstack/react-query'
import { withSan } from '#contract/lib/with-san.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { PageCard } from '#contract/site/page-card.ts'
import { clipOf, clipQuery } from '#pwa/features/live/archive/clip.ts'
import { resultFilterOf } from '#pwa/lib/api/result-queries.ts'
import { goingIn } from '#pwa/lib/attendance-link.ts'
import { nameOf, resultsName } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { titleOf } from '#pwa/lib/title.ts'
import { dataOf } from './data.ts'
import { type LoadedData, loadedBy } from './loaded.ts'
import { cardOf } from './page-card.ts'

/** The metadata of a page, for link previews and search engines. */
export interface Head {
  title: string
  description: string
  /** A path on this site, or an absolute URL. */
  image: string | null
  /** What the picture for link previews shows; null: the image itself. */
  card: PageCard | null
  /** Query parameters on which the card depends. */
  cardQuery: Record<string, string>
  /** The canonical path. */
  canonical: string
  kind: 'website' | 'article' | 'profile'
  /** Search engines may index the page. */
  listed: boolean
  /** Structured data (schema.org). */
  data: object[]
}

export interface Place {
  /** The route's path pattern. */
  pattern: string
  pathname: string
  search: URLSearchParams
  now: string
}

const DESCRIPTION =
  '好きなつくり手のルームに参加して、配信を見て、語り合う。Roomは、つくり手とファンのコミュニティです。'
const LENGTH = 120
/** Descriptions of links that people send to others. Their secret stands in the fragment, which no server receives. */
const SENT: Record<string, string> = {
  '/companion': '入場チケットが届いています。リンクを開いて、受け取ってください。',
}

/** Pages not to be indexed: for members, transient, or lists that repeat another page. */
const UNLISTED = [
  '/404',
  '/completed',
  '/login',
  '/reset_password',
  '/community/:roomid/talk/:talkid',
  '/:roomid/followers',
  '/:roomid/following',
]

/** The metadata of a page, from the most specific data loaded: article, event, ticket, room, person or text. */
export function describe(client: QueryClient, place: Place): Head {
  const loaded = loadedBy(client)
  const { pattern, search } = place
  const subject = subjectOf(loaded)
  const filter = pattern === '/results' ? resultFilterOf(search) : null
  const name = filter ? resultsName(filter) : nameOf(pattern)
  const parts = [name, subject?.title].filter((part) => part !== undefined)
  const canonical = canonicalOf(loaded, place)
  const going = loaded.event || loaded.ticket ? goingIn(search) : null
  const clip = loaded.event ? clipOf(search) : null
  const head = {
    title: parts.length > 0 ? titleOf(...parts) : SITE_TITLE,
    description: short(subject?.text ?? SENT[pattern] ?? '') || DESCRIPTION,
    image: subject?.image ?? null,
    card: cardOf(loaded, subject?.image ?? null, { going, clip }),
    cardQuery: { ...(going !== null && { going }), ...(clip && clipQuery(clip)) },
    canonical,
    kind: subject?.kind ?? 'website',
    listed: !(filter?.terms || filter?.tag) && !UNLISTED.includes(pattern),
  } as const
  return { ...head, data: dataOf(loaded, { ...place, ...head }) }
}

interface Subject {
  title?: string
  text: string
  image: string | null
  kind?: Head['kind']
}

function subjectOf(loaded: LoadedData): Subject | null {
  const { article, event, ticket, thread, room, person, text, faq } = loaded
  if (article)
    return {
      title: article.title,
      text: article.lead,
      image: article.image_path,
      kind: 'article',
    }
  if (event)
    return {
      title: event.title,
      text: event.about || `${event.room.title}のイベントです。`,
      image: event.thumbnail_image_path ?? room?.header_image_path ?? event.room.icon_image_path,
    }
  if (ticket)
    return {
      title: ticket.title,
      text: ticket.about || `${ticket.room.title}の電子チケットです。会場：${ticket.venue}`,
      image: ticket.image_path ?? room?.header_image_path ?? ticket.room.icon_image_path,
    }
  if (room)
    return {
      title: thread ? thread.title : room.title,
      text: room.about || `${withSan(room.owner.display_name)}のルームです。`,
      image: room.header_image_path ?? room.icon_image_path,
    }
  if (person)
    return {
      title: person.display_name,
      text: person.about || `${withSan(person.display_name)}のプロフィールです。`,
      image: person.icon_image_path,
      kind: 'profile',
    }
  if (text) return { title: text.title, text: firstOf(text.body_html), image: null }
  if (faq) return { text: faq.map(({ question }) => question).join('・'), image: null }
  return null
}

/** Rooms, events and people have one canonical path each, for all of their URLs. */
function canonicalOf({ event, room, person }: LoadedData, { pattern, pathname }: Place): string {
  if (event) return paths.event(event.room.id, event.id)
  if (room && /^\/community\/:roomid(\/about)?$/.test(pattern)) return paths.room(room.id)
  if (person && pattern === '/:roomid') return paths.profile(person.name)
  return pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
}

/** The first paragraph of sanitized HTML, as plain text. */
const firstOf = (html: string) =>
  (/<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (entity, name: string) => CHARS[name] ?? entity)
const CHARS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

const short = (text: string) => {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length > LENGTH ? `${line.slice(0, LENGTH).join('')}…` : line.join('')
}
