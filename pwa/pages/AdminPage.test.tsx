import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { OwnText } from '#contract/operator/texts/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { AdminPage } from './AdminPage.tsx'

afterEach(cleanup)

const NOW = '2026-11-20T10:00:00.000Z'
const operator = { id: 'u1', name: 'admin', display_name: '運営', role: 'operator' } as User
const textOf = (slug: string) =>
  ({
    ...{ slug, title: slug, body: `${slug}の本文`, version: 1, next: 2, may_ask: false },
    ...{ draft: null, versions: [] },
  }) as unknown as OwnText

function answer(url: string) {
  const path = new URL(url, 'http://localhost').pathname
  if (path.endsWith('/operator/session')) return Response.json({ confirmed_until: NOW })
  if (path.endsWith('/operator/preview')) return Response.json({ body_html: '', unknown: [] })
  return Response.json(textOf(path.slice(path.lastIndexOf('/') + 1)))
}

function open(first: string) {
  const session = new Session(async (url) => answer(url), { at: 'member', user: operator })
  const router = createMemoryRouter([{ path: '/admin/*', element: <AdminPage /> }], {
    initialEntries: [first],
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at={NOW}>
          <RouterProvider router={router} />
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return router
}

it('begins the page of another text anew, also where both texts were loaded before', async () => {
  const router = open('/admin/texts/terms')
  const text = await screen.findByDisplayValue('termsの本文')
  await act(() => router.navigate('/admin/texts/privacy'))
  await screen.findByDisplayValue('privacyの本文')
  await act(() => router.navigate('/admin/texts/terms'))
  fireEvent.change(await screen.findByDisplayValue('termsの本文'), {
    target: { value: '書きかけ' },
  })
  await act(() => router.navigate('/admin/texts/privacy'))
  expect(await screen.findByDisplayValue('privacyの本文')).not.toBe(text)
  expect(screen.queryByDisplayValue('書きかけ')).toBeNull()
})
