import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { RouteView } from './RouteView.tsx'
import type { Route } from './route.tsx'

// React names the parts of a view transition with it; jsdom has none.
beforeEach(() => void vi.stubGlobal('CSS', { escape: (name: string) => name }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A page of one object, with something that is typed or chosen there. */
function Thread() {
  const [text, setText] = useState('')
  return (
    <label>
      コメント
      <input value={text} onChange={({ target }) => setText(target.value)} />
    </label>
  )
}
const route: Route = {
  ...{ path: '/talk/:id', layout: 'no-header', guards: [], module: '' },
  Page: Thread,
  preload: async () => {},
}

function open() {
  const router = createMemoryRouter([{ path: route.path, element: <RouteView route={route} /> }], {
    initialEntries: ['/talk/first'],
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(() => new Promise(() => {}), { at: 'visitor' })}>
        <NowProvider at="2026-11-20T10:00:00.000Z">
          <RouterProvider router={router} />
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return router
}
const typed = () => screen.getByLabelText<HTMLInputElement>('コメント').value

it('shows nothing on the page of an object that was typed on the page of another', async () => {
  const router = open()
  await userEvent.type(await screen.findByLabelText('コメント'), 'おつかれさまでした')
  await act(() => router.navigate('/talk/second'))
  expect(typed()).toBe('')
})

it('keeps what was typed while the page stays and only its search or its place changes', async () => {
  const router = open()
  await userEvent.type(await screen.findByLabelText('コメント'), 'おつかれさまでした')
  await act(() => router.navigate('/talk/first?going=1#end'))
  expect(typed()).toBe('おつかれさまでした')
})
