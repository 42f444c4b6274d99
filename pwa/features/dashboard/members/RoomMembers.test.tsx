// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { LIST_SIZE } from '#contract/shared/limits.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { RoomMembers } from './RoomMembers.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const MEMBERS = 10_000
const memberAt = (n: number) => ({
  ...{ name: `m${n}`, display_name: `${n}人目`, icon_image_small_path: null, official_flg: 0 },
  ...{ status: 'active', joined_at: '2026-11-20T03:00:00.000Z', left_at: null },
})

/** A server with as many members, which answers in pages; its place is their number. */
function page(url: string) {
  const { pathname, searchParams } = new URL(url, location.origin)
  const { sort, after } = Object.fromEntries(searchParams)
  const first = after === undefined ? 0 : Number(after) + 1
  const places = Array.from({ length: Math.min(LIST_SIZE, MEMBERS - first) }, (_, n) => first + n)
  const response = answered(places.map((n) => memberAt(sort === 'name' ? MEMBERS - n : n)))
  searchParams.set('offset', String(LIST_SIZE))
  searchParams.set('after', String(places.at(-1)))
  response.headers.set('link', `<${pathname}?${searchParams}>; rel="next"`)
  return response
}

const Address = () => <output aria-label="query">{useLocation().search}</output>

/** Renders the members in a window of that width; jsdom has no media queries. */
async function open({ isWide, query = '' }: { isWide: boolean; query?: string }) {
  const media = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => media)
  const urls: string[] = []
  let answers = Promise.resolve()
  const fetch = async (url: string) => {
    if (url.includes('/announcement')) return answered([])
    urls.push(decodeURIComponent(url))
    await answers
    return page(url)
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter initialEntries={[`/dashboard/room_member${query}`]}>
            <RoomMembers room="aoi" />
            <Address />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole(isWide ? 'table' : 'combobox')
  return {
    urls,
    /** Lets requests wait until the returned function is called. */
    hold() {
      const held = Promise.withResolvers<void>()
      answers = held.promise
      return held.resolve
    },
  }
}

const headOf = (name: string) => screen.getByRole('columnheader', { name })
const sortBy = (name: string) => userEvent.click(within(headOf(name)).getByRole('button'))
const firstRow = () => screen.getAllByRole('rowheader')[0]?.textContent

it('draws one page of ten thousand members, and another one for each press, after the last of it', async () => {
  const { urls } = await open({ isWide: false })
  const shown = () =>
    within(screen.getByText('0人目').closest('ul')!).getAllByRole('listitem').length
  expect(shown()).toBe(LIST_SIZE)
  await userEvent.click(screen.getByRole('button', { name: 'もっと見る' }))
  await screen.findByText(`${LIST_SIZE}人目`)
  expect(shown()).toBe(2 * LIST_SIZE)
  expect(urls.at(-1)).toMatch(new RegExp(`after=${LIST_SIZE - 1}$`))
})

it('sorts the table of a wide window by its heads, and keeps rows and focus meanwhile', async () => {
  const { urls, hold } = await open({ isWide: true })
  expect(headOf('参加した日').getAttribute('aria-sort')).toBe('descending')
  expect(urls).toEqual([expect.not.stringContaining('sort')])
  const answer = hold()
  await sortBy('名前')
  expect(headOf('名前').getAttribute('aria-sort')).toBe('ascending')
  expect(headOf('参加した日').getAttribute('aria-sort')).toBeNull()
  expect(firstRow()).toContain('0人目')
  expect(screen.getByRole('region', { name: 'メンバー' }).ariaBusy).toBe('true')
  answer()
  await screen.findByText(`${MEMBERS}人目`)
  expect(firstRow()).toContain(`${MEMBERS}人目`)
  expect(document.activeElement).toBe(within(headOf('名前')).getByRole('button'))
  expect(screen.getByLabelText('query').textContent).toBe('?sort=name')
  await sortBy('名前')
  expect(screen.getByLabelText('query').textContent).toBe('?sort=-name')
  await sortBy('参加した日')
  expect(screen.getByLabelText('query').textContent).toBe('')
})

it('takes the order from the URL, keeps it for a filter, and ignores an unknown one', async () => {
  const { urls } = await open({ isWide: true, query: '?sort=-left' })
  expect(headOf('退会した日').getAttribute('aria-sort')).toBe('descending')
  expect(urls[0]).toContain('sort=-left')
  expect(screen.getByRole('link', { name: '退会' }).getAttribute('href')).toContain(
    'status=left&sort=-left',
  )
  cleanup()
  await open({ isWide: true, query: '?sort=email' })
  expect(headOf('参加した日').getAttribute('aria-sort')).toBe('descending')
})

it('shows rows and a choice of the order in a narrow window', async () => {
  const { urls } = await open({ isWide: false })
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('並び順'), '名前の順')
  await screen.findByText(`${MEMBERS}人目`)
  expect(urls.at(-1)).toContain('sort=name')
})
