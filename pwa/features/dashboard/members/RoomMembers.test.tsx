// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { LIST_SIZE } from '#contract/shared/limits.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { RoomMembers } from './RoomMembers.tsx'

afterEach(cleanup)

const MEMBERS = 10_000
const memberAt = (n: number) => ({
  ...{ name: `m${n}`, display_name: `${n}人目`, icon_image_small_path: null, official_flg: 0 },
  ...{ status: 'active', joined_at: '2026-11-20T03:00:00.000Z', left_at: null },
})

/** A server with as many members, which answers in pages. */
function page(url: string) {
  const { searchParams } = new URL(url, location.origin)
  const offset = Number(searchParams.get('offset') ?? 0)
  const items = Array.from({ length: Math.min(LIST_SIZE, MEMBERS - offset) }, (_, n) => offset + n)
  const response = answered(items.map(memberAt))
  const next = offset + LIST_SIZE
  if (next < MEMBERS) response.headers.set('link', `<${url}?offset=${next}>; rel="next"`)
  return response
}

it('draws one page of ten thousand members, and another one for each press', async () => {
  const fetch = async (url: string) => (url.includes('/announcement') ? answered([]) : page(url))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <MemoryRouter>
          <RoomMembers room="aoi" />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('0人目')
  const shown = () =>
    within(screen.getByText('0人目').closest('ul')!).getAllByRole('listitem').length
  expect(shown()).toBe(LIST_SIZE)
  await userEvent.click(screen.getByRole('button', { name: 'もっと見る' }))
  await screen.findByText(`${LIST_SIZE}人目`)
  expect(shown()).toBe(2 * LIST_SIZE)
})
