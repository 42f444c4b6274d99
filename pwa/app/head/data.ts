import { SITE_TITLE } from '#contract/shared/limits.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { Head, Place } from './describe.ts'
import type { LoadedData } from './loaded.ts'

type PageHead = Omit<Head, 'data'> & Place
type Absolute = (path: string) => string

/** The page's structured data (schema.org) and its breadcrumbs. */
export function dataOf(loaded: LoadedData, known: PageHead): object[] {
  if (!known.listed) return []
  const siteUrl = loaded.config?.site.url ?? ''
  const at: Absolute = (path) => (/^https?:/.test(path) ? path : siteUrl + path)
  const structuredData = structuredDataOf(loaded, known, at)
  const trail = trailOf(loaded, known)
  return [
    ...(structuredData ? [{ '@context': 'https://schema.org', ...structuredData }] : []),
    ...(trail.length > 1 ? [breadcrumbs(trail, at)] : []),
  ]
}

function structuredDataOf(loaded: LoadedData, known: PageHead, at: Absolute): object | null {
  const { article, event, ticket, room, person, faq } = loaded
  const page = { url: at(known.canonical), description: known.description, ...imageOf(known, at) }
  if (article)
    return {
      ...page,
      '@type': 'NewsArticle',
      headline: article.title,
      datePublished: article.published_at,
      inLanguage: 'ja',
      author: publisher(loaded, at),
      publisher: publisher(loaded, at),
    }
  if (event) return { ...page, ...eventOf(event, known.now, at) }
  if (ticket) return { ...page, ...entryOf(ticket, known.now, at) }
  if (room && known.canonical === paths.room(room.id))
    return {
      ...page,
      '@type': 'Organization',
      name: room.title,
      founder: personRef(room.owner, at),
      ...(room.icon_image_path && { logo: at(room.icon_image_path) }),
    }
  if (person) return { '@type': 'ProfilePage', url: page.url, mainEntity: personOf(person, page) }
  if (faq)
    return {
      '@type': 'FAQPage',
      mainEntity: faq.map(({ question, answer_html }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer_html },
      })),
    }
  return known.pathname === paths.home ? homeOf(loaded, at) : null
}

const imageOf = ({ image }: PageHead, at: Absolute) => (image ? { image: [at(image)] } : {})

const publisher = ({ config }: LoadedData, at: Absolute) => ({
  '@type': 'Organization',
  name: config?.seller.name ?? SITE_TITLE,
  url: at('/'),
  logo: at('/icons/icon-512.png'),
})

const homeOf = (loaded: LoadedData, at: Absolute) => ({
  '@type': 'WebSite',
  name: SITE_TITLE,
  url: at('/'),
  inLanguage: 'ja',
  publisher: publisher(loaded, at),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${at(paths.results())}?search={search}` },
    'query-input': 'required name=search',
  },
})

const personRef = (owner: { name: string; display_name: string }, at: Absolute) => ({
  '@type': 'Person',
  name: owner.display_name,
  url: at(paths.profile(owner.name)),
})

const personOf = (person: NonNullable<LoadedData['person']>, page: object) => ({
  '@type': 'Person',
  ...page,
  name: person.display_name,
  alternateName: `@${person.name}`,
  sameAs: person.links.map(({ url }) => url),
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: 'https://schema.org/FollowAction',
    userInteractionCount: person.followers,
  },
})

interface Sold {
  amount: number
  remaining: number
  until: string
}

/** A schema.org Offer: the price in yen, tax included, and its availability at this moment. */
const offerOf = ({ amount, remaining, until }: Sold, now: string, url: string) => ({
  '@type': 'Offer',
  url,
  price: amount,
  priceCurrency: 'JPY',
  validThrough: until,
  availability: `https://schema.org/${now >= until ? 'Discontinued' : remaining > 0 ? 'InStock' : 'SoldOut'}`,
})

const roomRef = (room: { id: string; title: string }, at: Absolute) => ({
  '@type': 'Organization',
  name: room.title,
  url: at(paths.room(room.id)),
})

function eventOf(event: NonNullable<LoadedData['event']>, now: string, at: Absolute) {
  const url = at(paths.event(event.room.id, event.id))
  const { amount, remaining, sales_end: until, moved_from } = event
  const moved = moved_from && moved_from !== event.start
  return {
    '@type': 'Event',
    name: event.title,
    startDate: event.start,
    endDate: event.end,
    ...(moved && { previousStartDate: moved_from }),
    eventStatus: `https://schema.org/Event${event.cancelled ? 'Cancelled' : moved ? 'Rescheduled' : 'Scheduled'}`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: roomRef(event.room, at),
    isAccessibleForFree: amount === 0,
    ...(!event.cancelled && { offers: offerOf({ amount, remaining, until }, now, url) }),
  }
}

function entryOf(ticket: NonNullable<LoadedData['ticket']>, now: string, at: Absolute) {
  const url = at(paths.roomTicket(ticket.room.id, ticket.id))
  const { amount, remaining, valid_until: until, status, venue } = ticket
  const cancelled = status === 'cancelled'
  return {
    '@type': 'Event',
    name: ticket.title,
    startDate: ticket.starts_at,
    doorTime: ticket.opens_at,
    eventStatus: `https://schema.org/Event${cancelled ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: venue, address: venue },
    organizer: roomRef(ticket.room, at),
    isAccessibleForFree: amount === 0,
    ...(!cancelled && { offers: offerOf({ amount, remaining, until }, now, url) }),
  }
}

type Step = [name: string, path: string]

function trailOf({ article, event, ticket, room }: LoadedData, { canonical }: PageHead): Step[] {
  const home: Step = [SITE_TITLE, paths.home]
  if (article) return [home, ['お知らせ', paths.news], [article.title, canonical]]
  const inside = event ?? ticket
  if (inside)
    return [home, [inside.room.title, paths.room(inside.room.id)], [inside.title, canonical]]
  if (room && canonical === paths.room(room.id)) return [home, [room.title, canonical]]
  return []
}

const breadcrumbs = (trail: Step[], at: Absolute) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: at(path),
  })),
})
