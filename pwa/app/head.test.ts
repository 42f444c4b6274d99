import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { events } from '#contract/events.ts'
import { rooms } from '#contract/rooms.ts'
import { keyOf } from '#pwa/lib/api.ts'
import { describe } from './head.ts'

it('speaks of the most particular thing on the page', () => {
  const client = new QueryClient()
  expect(describe(client, '/')).toMatchObject({ title: 'Room', canonical: '/', image: null })
  client.setQueryData(keyOf(rooms.getRoom, { params: { id: 'aoi' } }), {
    title: '夜ふかし喫茶室',
    about: '眠れない夜に、\n\nあたたかいものを。',
    header_image_path: '/media/public/a.png',
  })
  expect(describe(client, '/community/aoi')).toEqual({
    title: '夜ふかし喫茶室｜Room',
    description: '眠れない夜に、 あたたかいものを。',
    image: '/media/public/a.png',
    canonical: '/community/aoi',
  })
  client.setQueryData(keyOf(events.getEvent, { params: { id: '1' } }), {
    title: '朗読会',
    about: 'あ'.repeat(200),
    thumbnail_image_path: null,
  })
  const event = describe(client, '/community/aoi/event/1')
  expect(event.title).toBe('朗読会｜Room')
  expect(event.description).toBe(`${'あ'.repeat(120)}…`)
})
