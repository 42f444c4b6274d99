import { expect, it } from 'vitest'
import type { LoadedData } from './loaded.ts'
import { cardOf } from './page-card.ts'

const owner = { name: 'aoi', display_name: '藍川', icon_image_small_path: null, official_flg: 0 }
const ROOM = { id: 'aoi', title: '夜ふかし喫茶室', amount: 980, subscribers: 1_284, owner }
const EVENT = {
  ...{ id: '1', title: '朗読会', start: '2026-11-27T11:00:00.000Z', amount: 1_200, room: ROOM },
  ...{ remaining: 3, publishment_flg: 0, archive: 0, cancelled: false },
}
const TICKET = {
  ...{ title: '入場券', starts_at: '2026-11-28T09:00:00.000Z', venue: '喫茶室', amount: 0 },
  ...{ room: ROOM, remaining: 3, status: 'published' },
}
const card = (loaded: object) => cardOf(loaded as LoadedData, '/media/public/a.png')

it('shows day, price and room of an event', () => {
  expect(card({ room: ROOM, event: EVENT })).toEqual({
    picture: '/media/public/a.png',
    over: '夜ふかし喫茶室',
    title: '朗読会',
    facts: ['11月27日(金) 20:00', '¥1,200（税込）'],
    day: { month: 11, day: 27, weekday: '金' },
    badge: null,
  })
})

it.each([
  [{ publishment_flg: 1 }, '配信中'],
  [{ publishment_flg: 2 }, '終了'],
  [{ publishment_flg: 3 }, '終了'],
  [{ publishment_flg: 3, archive: 1 }, '見逃し配信'],
  [{ remaining: 0 }, '満席'],
  [{ remaining: 0, publishment_flg: 1 }, '配信中'],
  [{ cancelled: true }, '中止'],
])('marks an event with %o as %s', (state, text) => {
  expect(card({ event: { ...EVENT, ...state } })?.badge?.text).toBe(text)
})

it.each([
  ['a ticket holder', {}, '一緒に参加しませんか'],
  ['a ticket holder who agreed to be shown', { attendee: owner }, '藍川さんが参加します'],
])('shows that %s goes', (_, loaded, over) => {
  const cardOfHolder = (state: object) =>
    cardOf({ event: { ...EVENT, ...state }, ...loaded } as unknown as LoadedData, null, {
      going: '1',
    })
  expect(cardOfHolder({})).toMatchObject({
    ...{ over, title: '朗読会', badge: { text: 'チケット、持ってます', tone: 'held' } },
    facts: ['11月27日(金) 20:00', '夜ふかし喫茶室'],
  })
  expect(cardOfHolder({ publishment_flg: 3 })).toMatchObject({ badge: { text: '終了' } })
  expect(cardOfHolder({ cancelled: true })).toMatchObject({ over: '夜ふかし喫茶室' })
})

it('shows the day of an article, unless its picture is of another site', () => {
  const article = { title: '冬の休み', published_at: '2026-11-20T03:00:00.000Z' } as const
  expect(card({ article })).toMatchObject({
    ...{ over: 'お知らせ', title: '冬の休み', facts: ['2026年11月20日'] },
    picture: '/media/public/a.png',
  })
  expect(cardOf({ article } as LoadedData, 'https://images.test/a.png')).toBeNull()
})

it('shows day, venue and price of a digital ticket', () => {
  expect(card({ ticket: TICKET })).toMatchObject({
    facts: ['11月28日(土) 18:00', '喫茶室', '無料'],
    badge: null,
  })
  expect(card({ ticket: { ...TICKET, remaining: 0 } })?.badge?.text).toBe('完売')
})

it('shows that somebody has a digital ticket, and never who', () => {
  const cardOfHolder = (state: object, going = 'haru') =>
    cardOf({ ticket: { ...TICKET, ...state }, attendee: owner } as unknown as LoadedData, null, {
      going,
    })
  expect(cardOfHolder({})).toMatchObject({
    ...{ over: '一緒に参加しませんか', title: '入場券' },
    ...{ facts: ['11月28日(土) 18:00', '喫茶室'] },
    badge: { text: 'チケット、持ってます', tone: 'held' },
  })
  expect(JSON.stringify(cardOfHolder({}))).not.toContain('藍川')
  expect(cardOfHolder({ status: 'cancelled' })).toMatchObject({ badge: { text: '中止' } })
})

it('shows price and members of a room', () => {
  expect(card({ room: ROOM })).toMatchObject({
    over: '藍川さんのルーム',
    title: '夜ふかし喫茶室',
    facts: ['月額 ¥980', 'メンバー1,284人'],
  })
  expect(card({ room: { ...ROOM, amount: 0 } })?.facts[0]).toBe('参加無料')
})

it('shows the title of a thread, but nothing of what is for members', () => {
  const thread = { title: '冬の朗読', member: owner, locked: true }
  expect(card({ room: ROOM, thread })).toMatchObject({
    over: '夜ふかし喫茶室',
    title: '冬の朗読',
    facts: ['藍川さんのスレッド'],
    badge: { text: 'メンバー限定' },
  })
})

it('shows a person by handle, and nothing for other pages', () => {
  expect(card({ person: owner })).toMatchObject({ over: '@aoi', title: '藍川', facts: [] })
  expect(card({})).toBeNull()
})
