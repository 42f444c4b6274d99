import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '#contract/operator/people/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { PersonActions } from './PersonActions.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

function openBadge(status: Person['status']) {
  const can = { suspend: false, restore: false }
  const person = { name: 'sora', display_name: '空', official_flg: 0, status, can } as Person
  const session = new Session(async () => new Response(null, { status: 204 }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <PersonActions person={person} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '公式バッジを付ける' }))
}

it.each([
  ['active', 'ご本人へのメッセージに、そのまま書かれます'],
  ['suspended', '操作の記録に残ります。ご本人には送られません'],
] as const)(
  'shows who reads the reason when a user who is %s gets the badge',
  (status, expected) => {
    openBadge(status)
    expect(screen.getByRole('textbox', { name: /理由/ }).closest('form')?.textContent).toContain(
      expected,
    )
  },
)
