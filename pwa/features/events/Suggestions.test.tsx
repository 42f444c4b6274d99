import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { anEvent } from '../tickets/testing/samples.ts'
import { Suggestions } from './Suggestions.tsx'

afterEach(cleanup)

const AT = '2026-12-20T10:00:00.000Z'

it('the search suggests rooms, events and people for the text that was typed last', async () => {
  const searches: string[] = []
  const fetch = async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    searches.push(searchParams.get('search') ?? '')
    const room = {
      id: 'aoi',
      title: '喫茶室',
      icon_image_path: null,
      owner: { display_name: 'あおい' },
    }
    const person = { name: 'roudoku', display_name: '朗', official_flg: 0 }
    const lists: Record<string, unknown[]> = {
      room: [room],
      event: [anEvent({ title: '朗読会' })],
      digitalTicket: [
        { id: 't1', title: '朗読の夜', room: { id: 'aoi' }, venue: '灯ホール', starts_at: AT },
      ],
      newroom: [{ ...person, icon_image_small_path: null }],
    }
    return Response.json(lists[pathname.split('/').at(-1) ?? ''])
  }
  const client = new QueryClient()
  const session = new Session(fetch, { at: 'visitor' })
  const shown = (typed: string) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <Suggestions typed={typed} onChoose={() => {}} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(shown(''))
  rerender(shown('ろ'))
  rerender(shown(' ろうどく '))
  const room = await screen.findByRole('link', { name: /ルーム・あおい/ })
  expect(room.getAttribute('href')).toBe('/community/aoi')
  const event = await screen.findByRole('link', { name: /朗読会/ })
  expect(event.getAttribute('href')).toBe('/community/aoi/event/e1')
  const ticket = await screen.findByRole('link', { name: /灯ホール/ })
  expect(ticket.getAttribute('href')).toBe('/community/aoi/e_ticket/t1')
  const person = await screen.findByRole('link', { name: /@roudoku/ })
  expect(person.getAttribute('href')).toBe('/roudoku')
  expect((await screen.findByRole('status')).textContent).toBe('候補が4件あります')
  expect(new Set(searches)).toEqual(new Set(['ろうどく']))
})
