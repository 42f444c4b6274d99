import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { Announce } from './Announce.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

/**
 * Renders an owner's page; the first `lost` announcements reach the server, but their responses are lost. The first
 * `refused` ones are refused for their text.
 */
function open({ lost = 0, refused = 0 }: { lost?: number; refused?: number }) {
  const sent: { text: string; client_id: string }[] = []
  const fetch = async (_: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json({ subscribers: 128 })
    sent.push(JSON.parse(String(body)))
    if (sent.length <= lost) throw new TypeError('Failed to fetch')
    if (sent.length <= refused)
      return Response.json(
        { message: '入力を確認してください', errors: { text: ['使えない言葉があります'] } },
        { status: 422 },
      )
    return Response.json({ message: '連絡を送りました' })
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <Announce room="aoi" />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function openSheet() {
  press('連絡を送る')
  await screen.findByRole('dialog', { name: 'メンバーへの連絡' })
}
const write = (field: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } })
function writeAll() {
  write(/タイトル/, '今夜のこと')
  write(/本文/, '八時に始めます。')
}
async function send() {
  press('確認する')
  fireEvent.submit((await screen.findByRole('dialog')).querySelector('form')!)
}
const failed = () => screen.findByRole('alert')
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const ids = (sent: { client_id: string }[]) => sent.map(({ client_id }) => client_id)

it('sends the same announcement after the sheet is closed and opened again', async () => {
  const sent = open({ lost: 1 })
  await openSheet()
  writeAll()
  await send()
  await failed()
  press('閉じる')
  await isClosed()
  await openSheet()
  await send()
  await isClosed()
  const [first, again] = ids(sent)
  expect(again).toBe(first)
})

it('sends a text edited after a lost response as a new announcement', async () => {
  const sent = open({ lost: 1 })
  await openSheet()
  writeAll()
  await send()
  await failed()
  write(/本文/, '九時に始めます。')
  await send()
  await isClosed()
  expect(sent.map(({ text }) => text)).toEqual(['八時に始めます。', '九時に始めます。'])
  expect(new Set(ids(sent)).size).toBe(2)
})

it('focuses the refused text, which the question had covered', async () => {
  open({ refused: 1 })
  await openSheet()
  writeAll()
  await send()
  await screen.findByText('使えない言葉があります')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /本文/ }))
})

it('sends the same text as a new announcement once the first was acknowledged', async () => {
  const sent = open({})
  for (let times = 0; times < 2; times++) {
    await openSheet()
    writeAll()
    await send()
    await isClosed()
  }
  expect(new Set(ids(sent)).size).toBe(2)
})
