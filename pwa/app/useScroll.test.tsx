import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScroll } from './useScroll.ts'

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
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
