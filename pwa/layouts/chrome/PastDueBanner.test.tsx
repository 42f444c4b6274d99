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

it.each([
  [
    'one room',
    [room('茶室', FAR)],
    '「茶室」の',
    '過ぎると見られなくなります',
    paths.payRoom('茶室'),
  ],
  ['a locked room', [room('茶室', PAST)], '「茶室」の', 'また見られる', paths.payRoom('茶室')],
  [
    ...(['two rooms', [room('茶室', FAR), room('縁側', FAR)], '「茶室」ほか1件の'] as const),
    ...(['過ぎると見られなくなります', paths.registeredRooms] as const),
  ],
])(
  'asks for the past-due payment of %s, and leads to where it is paid (28)',
  (_, behind, who, what, to) => {
    render(
      <NowProvider at="2026-11-27T00:00:00.000Z">
        <MemoryRouter>
          <PastDueBanner behind={behind} />
        </MemoryRouter>
      </NowProvider>,
    )
    const banner = screen.getByRole('complementary', { name: 'お支払いのお願い' })
    expect(banner.textContent).toContain(`${who}お支払いを確認できませんでした。`)
    expect(banner.textContent).toContain(what)
    expect(screen.getByRole('link').getAttribute('href')).toBe(to)
  },
)
