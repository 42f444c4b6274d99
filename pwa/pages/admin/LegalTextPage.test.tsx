import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OwnText } from '#contract/operator/texts/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { LegalTextPage } from './LegalTextPage.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const draft = {
  ...{ title: '利用規約', body: '新しい規約', consent: false, publish_at: null, version: 1 },
  ...{ updated_at: '2026-11-20T03:00:00.000Z', by: 'admin' },
}
const text = {
  ...{ slug: 'terms', title: '利用規約', body: 'いまの規約', version: 1, next: 2, may_ask: true },
  ...{ draft, versions: [] },
} as OwnText

/** Renders the page and a link to another; the server's draft can be discarded. */
function open() {
  let now = text
  const fetch = async (_: string, init?: RequestInit) => {
    if (init?.method === 'POST') return Response.json({ body_html: '', unknown: [] })
    if (init?.method !== 'DELETE') return Response.json(now)
    now = { ...text, draft: null }
    return new Response(null, { status: 204 })
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <MemoryRouter initialEntries={['/terms']}>
          <Link to="/terms">規約へ</Link>
          <Link to="/">一覧へ</Link>
          <Routes>
            <Route path="/" element={<p>一覧</p>} />
            <Route path="/:slug" element={<LegalTextPage />} />
          </Routes>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

it('still shows a discarded draft as discarded after leaving and returning', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: '下書きを削除する' }))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: '削除する' }))
  await expect.poll(() => screen.queryByDisplayValue('いまの規約')).not.toBeNull()
  fireEvent.click(screen.getByRole('link', { name: '一覧へ' }))
  await screen.findByText('一覧')
  fireEvent.click(screen.getByRole('link', { name: '規約へ' }))
  expect(await screen.findByDisplayValue('いまの規約')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '下書きを削除する' })).toBeNull()
})
