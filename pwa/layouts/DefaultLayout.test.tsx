// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { DefaultLayout } from './DefaultLayout.tsx'

afterEach(cleanup)

const user = { id: 'u1', name: 'haru', display_name: '千晴', icon_image_small_path: null } as User

function open(path: string) {
  const session = new Session(() => new Promise(() => {}), { at: 'member', user })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter initialEntries={[path]}>
            <DefaultLayout>
              <p>ページ</p>
            </DefaultLayout>
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
const SHARE = { name: 'このページを共有' }

it('offers members to share a page, but not a link that is the ticket of one person', async () => {
  open(paths.news)
  await screen.findByRole('complementary', SHARE)
  cleanup()
  open(`${paths.companion}#secret`)
  screen.getByText('ページ')
  expect(screen.queryByRole('complementary', SHARE)).toBeNull()
})
