import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { NowProvider } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { PastDueBanner } from './PastDueBanner.tsx'

afterEach(cleanup)

const FAR = '2100-01-10T03:00:00.000Z'
const PAST = '2020-01-10T03:00:00.000Z'
const room = (title: string, locks_at: string) => ({ room_id: title, title, locks_at })

const LOCKS = '1月10日を過ぎると見られなくなります。'
const LOCKED = 'お支払いいただくと、また見られるようになります。'

it.each([
  { what: 'a room', behind: [room('茶室', FAR)], who: '「茶室」', until: LOCKS },
  { what: 'a locked room', behind: [room('茶室', PAST)], who: '「茶室」', until: LOCKED },
  {
    what: 'two rooms',
    behind: [room('茶室', FAR), room('縁側', FAR)],
    who: '「茶室」ほか1件',
    until: LOCKS,
    to: paths.registeredRooms,
  },
])(
  'banner asks for the past-due payment of $what, and leads to where it is paid (28)',
  ({ behind, who, until, to = paths.payRoom('茶室') }) => {
    render(
      <NowProvider at="2026-11-27T00:00:00.000Z">
        <MemoryRouter>
          <PastDueBanner behind={behind} />
        </MemoryRouter>
      </NowProvider>,
    )
    const banner = screen.getByRole('complementary', { name: 'お支払いのお願い' })
    expect(banner.textContent).toContain(`${who}のお支払いを確認できませんでした。`)
    expect(banner.textContent).toContain(until)
    expect(screen.getByRole('link').getAttribute('href')).toBe(to)
  },
)
