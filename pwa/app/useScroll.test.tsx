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

/** Loads a page as a document. */
const load = (path: string) => {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] })
  return render(<RouterProvider router={router} />)
}

it('restores the position of a reloaded page, but not on another page that is loaded in the tab', () => {
  const { unmount } = load('/help?page=2')
  vi.stubGlobal('scrollY', 500)
  unmount()
  vi.stubGlobal('scrollY', 0)
  load('/login').unmount()
  expect(window.scrollTo).not.toHaveBeenCalledWith(0, 500)
  load('/help?page=2')
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 500)
  vi.unstubAllGlobals()
})

it('leaves a page that is loaded at its anchor, to which the browser has scrolled', () => {
  vi.stubGlobal('scrollY', 300)
  load('/help#account-3')
  expect(window.scrollTo).not.toHaveBeenCalledWith(0, 0)
  vi.unstubAllGlobals()
})
