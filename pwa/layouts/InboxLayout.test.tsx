// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { MessagesPage } from '#pwa/pages/MessagesPage.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { InboxLayout } from './InboxLayout.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const conversation = {
  ...{ id: 'c1', kind: 'room', title: '夜ふかし喫茶室', with: null, last_text: 'こんばんは' },
  ...{ last_at: '2026-11-20T03:00:00.000Z', unread: 0 },
}

/** Renders the list of messages in a window of that width; jsdom has no media queries. */
async function open(isWide: boolean) {
  const media = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => media)
  const session = new Session(async () => answered([conversation]), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter initialEntries={['/account/message']}>
            <InboxLayout>
              <MessagesPage />
            </InboxLayout>
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('こんばんは')
}

it('shows the conversations once: beside the page in a wide window, in it on a phone; no footer', async () => {
  await open(true)
  expect(screen.getAllByText('こんばんは')).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'メッセージの一覧' }).textContent).toContain(
    'こんばんは',
  )
  expect(screen.getByText('やりとりを選んでください')).toBeTruthy()
  expect(screen.queryByRole('contentinfo')).toBeNull()
  cleanup()
  await open(false)
  expect(screen.getAllByText('こんばんは')).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'メッセージの一覧' })).toBeNull()
})
