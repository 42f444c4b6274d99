import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { StreamNotice } from '#contract/streams/calls.ts'
import { REFUSED_ENDED } from '#contract/streams/messages.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { Studio } from './Studio.tsx'

afterEach(cleanup)

/** Shows the studio of an event that is over. */
function open(archive: 0 | 1, notices: StreamNotice[]) {
  const requests = vi.fn()
  const fetch = async (url: string) => {
    requests(url)
    return Response.json({ status: 'idle', health: null, notices })
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const event = anEvent({ id: 'over', publishment_flg: 3, archive })
  const { container } = render(
    <QueryClientProvider client={client}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <Studio event={event} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { container, requests }
}
const refused = [{ text: REFUSED_ENDED, at: '2026-11-27T11:05:00.000Z' }]

it.each([0, 1] as const)(
  'tells the owner that a stream came after the event, with an archive or without: %i',
  async (archive) => {
    open(archive, refused)
    expect((await screen.findByRole('listitem')).textContent).toBe(`20:05まで：${REFUSED_ENDED}`)
    expect(screen.queryByText(/見逃し配信をご覧いただけます/) !== null).toBe(archive === 1)
  },
)

it('is not shown after an event without an archive', async () => {
  const { container, requests } = open(0, [])
  await vi.waitFor(() => expect(requests).toHaveBeenCalled())
  expect(container.textContent).toBe('')
})
