import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { news } from '#contract/news/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { describe } from './describe.ts'

const now = '2026-11-20T03:00:00.000Z'
const owner = { name: 'aoi', display_name: '藍川', icon_image_small_path: null, official_flg: 0 }
const ROOM = {
  id: 'aoi',
  title: '夜ふかし喫茶室',
  about: '眠れない夜に、\n\nあたたかいものを。',
  header_image_path: '/media/public/a.png',
  icon_image_path: '/media/public/i.png',
  owner,
  amount: 980,
  subscribers: 12,
}
const EVENT = {
  id: '1',
  title: '朗読会',
  about: 'あ'.repeat(200),
  start: '2026-11-21T11:00:00.000Z',
  end: '2026-11-21T12:00:00.000Z',
  sales_end: '2026-11-21T12:00:00.000Z',
  amount: 1200,
  remaining: 3,
  thumbnail_image_path: null,
  room: ROOM,
  cancelled: false,
  moved_from: null,
}

function at(pattern: string, pathname: string, fill: (client: QueryClient) => void = () => {}) {
  const client = new QueryClient()
  client.setQueryData(keyOf(site.getConfig, {}), {
    site: { url: 'https://room.test' },
    seller: { name: '株式会社ルーム' },
  })
  fill(client)
  const { search, pathname: path } = new URL(pathname, 'http://a')
  return describe(client, { pattern, pathname: path, search: new URLSearchParams(search), now })
}
const withRoom = (client: QueryClient) =>
  client.setQueryData(keyOf(rooms.getRoom, { params: { id: 'aoi' } }), ROOM)
const withEvent = (event: object) => (client: QueryClient) => {
  withRoom(client)
  client.setQueryData(keyOf(events.getEvent, { params: { id: '1' } }), { ...EVENT, ...event })
}
const eventAt = (event: object) =>
  at('/community/:roomid/event/:eventid', '/community/aoi/event/1', withEvent(event))

it('describes the site for a page without a subject', () => {
  const home = at('/', '/')
  expect(home).toMatchObject({ title: 'Room', canonical: '/', image: null, listed: true })
  expect(home.data).toMatchObject([{ '@type': 'WebSite', publisher: { name: '株式会社ルーム' } }])
})

it('describes a room under one canonical URL', () => {
  for (const path of ['/community/aoi', '/community/aoi/about']) {
    const pattern = path.replace('aoi', ':roomid')
    const { data, card, cardQuery, ...head } = at(pattern, path, withRoom)
    expect(cardQuery).toEqual({})
    expect(card).toMatchObject({ title: '夜ふかし喫茶室', picture: '/media/public/a.png' })
    expect(head).toEqual({
      title: '夜ふかし喫茶室｜Room',
      description: '眠れない夜に、 あたたかいものを。',
      image: '/media/public/a.png',
      canonical: '/community/aoi',
      kind: 'website',
      listed: true,
    })
    expect(data).toMatchObject([
      {
        '@type': 'Organization',
        url: 'https://room.test/community/aoi',
        logo: 'https://room.test/media/public/i.png',
      },
      { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Room' }, { position: 2 }] },
    ])
  }
  expect(at('/community/:roomid/event', '/community/aoi/event/', withRoom)).toMatchObject({
    title: 'イベント｜夜ふかし喫茶室｜Room',
    canonical: '/community/aoi/event',
    data: [],
  })
})

it('has a card of its own for the page of an event that a ticket holder shared', () => {
  const pattern = '/community/:roomid/event/:eventid'
  const shared = at(pattern, '/community/aoi/event/1?going=haru', withEvent({ publishment_flg: 0 }))
  expect(shared).toMatchObject({
    canonical: '/community/aoi/event/1',
    cardQuery: { going: 'haru' },
    card: { badge: { tone: 'held' } },
  })
  expect(at(pattern, '/community/aoi/event/1', withEvent({})).cardQuery).toEqual({})
})

it('says on the card of an archive which part a link shows', () => {
  const at90 = (event: object) =>
    at('/community/:roomid/event/:eventid', '/community/aoi/event/1?clip=90-150', withEvent(event))
  expect(at90({ publishment_flg: 3, archive: 1 })).toMatchObject({
    canonical: '/community/aoi/event/1',
    cardQuery: { clip: '90-150' },
    card: { facts: ['1:30〜2:30の場面', expect.any(String)] },
  })
  expect(at90({ publishment_flg: 0 }).card?.facts[0]).not.toContain('場面')
})

it('describes an event with its offer under its room’s URL', () => {
  const event = at('/community/event/:eventid', '/community/event/1', withEvent({}))
  expect(event).toMatchObject({
    title: '朗読会｜Room',
    description: `${'あ'.repeat(120)}…`,
    image: '/media/public/a.png',
    canonical: '/community/aoi/event/1',
  })
  expect(event.data[0]).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    startDate: EVENT.start,
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'VirtualLocation', url: 'https://room.test/community/aoi/event/1' },
    offers: { price: 1200, priceCurrency: 'JPY', availability: 'https://schema.org/InStock' },
  })
})

it.each([
  [{ remaining: 0 }, { offers: { availability: 'https://schema.org/SoldOut' } }],
  [{ sales_end: now }, { offers: { availability: 'https://schema.org/Discontinued' } }],
  [{ amount: 0 }, { isAccessibleForFree: true, offers: { price: 0 } }],
  [{ cancelled: true }, { eventStatus: 'https://schema.org/EventCancelled' }],
  [
    { moved_from: '2026-11-20T11:00:00.000Z' },
    {
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2026-11-20T11:00:00.000Z',
    },
  ],
])('has structured data of an event with %o', (event, expected) => {
  expect(eventAt(event).data[0]).toMatchObject(expected)
})

it('has no offer for a cancelled event', () => {
  expect(eventAt({ cancelled: true }).data[0]).not.toHaveProperty('offers')
})

it('describes a person and an article with their types', () => {
  const person = at('/:roomid', '/Aoi', (client) =>
    client.setQueryData(keyOf(account.getProfile, { params: { name: 'Aoi' } }), {
      ...owner,
      about: '',
      icon_image_path: '/media/public/f.png',
      links: [{ id: '1', title: 'X', url: 'https://x.com/aoi' }],
      followers: 3,
    }),
  )
  expect(person).toMatchObject({
    title: '藍川｜Room',
    description: '藍川さんのプロフィールです。',
    kind: 'profile',
    canonical: '/aoi',
    data: [{ '@type': 'ProfilePage', mainEntity: { sameAs: ['https://x.com/aoi'] } }],
  })
  const article = at('/news/:newsid', '/news/a', (client) =>
    client.setQueryData(keyOf(news.getArticle, { params: { slug: 'a' } }), {
      title: '冬の休み',
      lead: 'お休みします。',
      image_path: 'https://images.ctfassets.net/a.png',
      published_at: now,
    }),
  )
  expect(article).toMatchObject({
    kind: 'article',
    image: 'https://images.ctfassets.net/a.png',
    data: [
      { '@type': 'NewsArticle', image: ['https://images.ctfassets.net/a.png'] },
      { '@type': 'BreadcrumbList' },
    ],
  })
})

it('says what waits behind a link that is sent to a companion', () => {
  expect(at('/companion', '/companion')).toMatchObject({
    title: '同行者のチケット｜Room',
    description: '入場チケットが届いています。リンクを開いて、受け取ってください。',
  })
})

it('describes a text by its first paragraph in plain text', () => {
  const text = at('/terms', '/terms', (client) =>
    client.setQueryData(keyOf(site.getText, { params: { slug: 'terms' } }), {
      title: '利用規約',
      body_html: '<h2>はじめに</h2><p>犬 &amp; <strong>猫</strong>の&lt;きまり&gt;</p><p>次</p>',
    }),
  )
  expect(text).toMatchObject({ title: '利用規約｜Room', description: '犬 & 猫の<きまり>' })
})

it('marks search results and members’ pages as noindex', () => {
  expect(at('/results', '/results?search=%E7%8C%AB')).toMatchObject({
    title: '「猫」の検索結果｜Room',
    listed: false,
    data: [],
  })
  expect(at('/results', '/results?tag=%E7%8C%AB')).toMatchObject({
    title: '#猫の検索結果｜Room',
    listed: false,
  })
  expect(at('/results', '/results')).toMatchObject({ title: 'さがす｜Room', listed: true })
  expect(at('/community/:roomid/talk/:talkid', '/community/aoi/talk/1', withRoom).listed).toBe(
    false,
  )
})
