import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter, Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Room } from '#contract/rooms/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { WriteSheet } from './WriteSheet.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const room = { id: 'aoi', owner: { display_name: 'あおい' } } as Room

/** Renders a member's sheet; every response is lost. */
function open() {
  const sent: { text: string; client_id: string }[] = []
  const fetch = async (_: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json({})
    sent.push(JSON.parse(String(body)))
    throw new TypeError('Failed to fetch')
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <MemoryRouter>
          <WriteSheet room={room} onClose={() => {}} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const write = (value: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value } })
async function send(sent: unknown[]) {
  const before = sent.length
  fireEvent.submit(screen.getByRole('dialog').querySelector('form')!)
  await waitFor(() => expect(sent.length).toBe(before + 1))
  await screen.findByRole('alert')
}

it('retries the same text with the same client_id, and sends an edited one with another', async () => {
  const sent = open()
  write('八時ですか？')
  await send(sent)
  await send(sent)
  write('九時ですか？')
  await send(sent)
  const [first, again, mended] = sent.map(({ client_id }) => client_id)
  expect(again).toBe(first)
  expect(mended).not.toBe(first)
})

it('does not lead away who has gone to another page before the message arrived', async () => {
  history.replaceState(null, '', '/community/aoi')
  const answer = Promise.withResolvers<Response>()
  const fetch = (_: string, { method }: RequestInit = {}) =>
    method === 'POST' ? answer.promise : Promise.resolve(Response.json({}))
  const session = new Session(fetch, { at: 'visitor' })
  const page = (heading: string) => <h1>{heading}</h1>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <BrowserRouter>
          <Link to="/news">お知らせを見る</Link>
          <Routes>
            <Route path="/community/aoi" element={<WriteSheet room={room} onClose={() => {}} />} />
            <Route path="*" element={page('お知らせ')} />
          </Routes>
        </BrowserRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  write('八時ですか？')
  fireEvent.submit(screen.getByRole('dialog').querySelector('form')!)
  fireEvent.click(screen.getByText('お知らせを見る'))
  await screen.findByRole('heading', { name: 'お知らせ' })
  answer.resolve(Response.json({ conversation_id: 'c1' }))
  // The draft of what has arrived is gone.
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]))
  expect(location.pathname).toBe('/news')
})
