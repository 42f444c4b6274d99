import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScroll } from './useScroll.ts'

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function Page() {
  useScroll()
  return <h1 id="問い">ヘルプ</h1>
}

/** Follows a link with this anchor. */
async function follow(hash: string) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate(`/help${hash}`))
  return screen.getByRole('heading', { name: 'ヘルプ' })
}

it('shows the anchor of a link, also one in Japanese', async () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  await follow('#問い')
  expect(scrolled).toHaveBeenCalledOnce()
})

it('shows the page of a link whose anchor is no encoded text', async () => {
  await follow('#50%off')
})

it.each([
  { next: '/account/message', top: 0 },
  { next: '/dashboard', top: 900 },
])('starts $next at $top after a start at /dashboard that was scrolled', ({ next, top }) => {
  const start = (path: string) =>
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] })}
      />,
    )
  const { unmount } = start('/dashboard')
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900)
  unmount()
  start(next)
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, top)
})

it('leaves a page that is loaded at its anchor, to which the browser has scrolled', () => {
  vi.stubGlobal('scrollY', 300)
  load('/help#account-3')
  expect(window.scrollTo).not.toHaveBeenCalledWith(0, 0)
  vi.unstubAllGlobals()
})
