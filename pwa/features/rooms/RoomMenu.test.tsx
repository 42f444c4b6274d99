import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { Room } from '#contract/rooms/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { Toaster } from '#pwa/ui/overlay/Toaster.tsx'
import { RoomMenu } from './RoomMenu.tsx'

afterEach(cleanup)

const REFUSED = 'この操作はルームのメンバーだけができます。'

/** Renders the menu of a room for a member of it, whose request is answered with `status`. */
function open(muted: boolean, status = 200) {
  const sent: unknown[] = []
  const fetch = async (_: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ message: REFUSED, muted: !muted }, { status })
  }
  const room = { id: 'aoi', title: '喫茶室', subscribed: true, is_owner: false, muted } as Room
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <MemoryRouter>
          <RoomMenu room={room} />
        </MemoryRouter>
        <Toaster stay={5_000} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'その他' }))
  return sent
}
const press = (name: string) => fireEvent.click(screen.getByRole('menuitem', { name }))
const isSaid = (text: string) => screen.findByText(text, { selector: '[role=status]' })

it('mutes a room, and says so', async () => {
  const sent = open(false)
  press('新しい投稿の通知を止める')
  await isSaid('このルームの通知を止めました')
  expect(sent).toEqual([{ muted: true }])
})

it('unmutes a muted room, and says so', async () => {
  const sent = open(true)
  press('新しい投稿の通知を受け取る')
  await isSaid('このルームの通知を受け取ります')
  expect(sent).toEqual([{ muted: false }])
})

it('says why muting failed', async () => {
  open(false, 403)
  press('新しい投稿の通知を止める')
  await isSaid(REFUSED)
})
