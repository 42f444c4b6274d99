import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { OwnEventTable } from './OwnEventTable.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const events = [
  anEvent({ id: 'e1', title: '夜の朗読', capacity: 40 }),
  anEvent({ id: 'e2', title: '朝の体操', status: 'cancelled' }),
]

function open() {
  const session = new Session(async () => Response.json([]), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at="2026-11-20T10:00:00.000Z">
          <MemoryRouter>
            <OwnEventTable label="これから" events={events} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

const rowOf = (title: string) => screen.getByRole('row', { name: new RegExp(title) })
function menuOf(title: string) {
  fireEvent.click(within(rowOf(title)).getByRole('button', { name: '操作' }))
  return within(rowOf(title))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}

it('opens the details of an event by its title', async () => {
  open()
  fireEvent.click(within(rowOf('夜の朗読')).getByRole('button', { name: '夜の朗読' }))
  expect((await screen.findByRole('dialog', { name: '夜の朗読' })).textContent).toContain('/ 40枚')
})

it('has a menu in each row; a cancelled event cannot be edited', () => {
  open()
  expect(menuOf('夜の朗読')).toEqual(['詳細を見る', '編集する', 'イベントのページを見る'])
  expect(menuOf('朝の体操')).toEqual(['詳細を見る', 'イベントのページを見る'])
})
