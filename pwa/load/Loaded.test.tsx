import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { Loaded } from './Loaded.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const settled = (change: () => void) =>
  act(async () => {
    change()
    await vi.advanceTimersByTimeAsync(0)
  })

const OFFLINE = 'そのページはオフラインでは開けません'

/** Renders a query; each request waits until the test answers it. */
function open(props: Pick<ComponentProps<typeof Loaded>, 'heading'> = {}, path = '/news') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const requests: PromiseWithResolvers<string>[] = []
  function Page() {
    const query = useQuery({
      queryKey: ['words'],
      queryFn: () => {
        requests.push(Promise.withResolvers())
        return requests.at(-1)!.promise
      },
    })
    return (
      <Loaded of={query} skeleton={<p>読み込み中</p>} {...props}>
        {(text) => <p>{text}</p>}
      </Loaded>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return {
    answer: (text: string) => settled(() => requests.at(-1)!.resolve(text)),
    fail: (error: Error) => settled(() => requests.at(-1)!.reject(error)),
    askAgain: () => settled(() => void client.refetchQueries()),
  }
}

it('shows the offline screen during automatic retries, then the data', async () => {
  const { answer, fail, askAgain } = open()
  screen.getByText('読み込み中')
  await fail(new Unreachable())
  for (let n = 0; n < 2; n++) {
    screen.getByRole('heading', { name: OFFLINE })
    await askAgain()
    screen.getByRole('heading', { name: OFFLINE })
    await fail(new Unreachable())
  }
  await askAgain()
  await answer('ようこそ')
  screen.getByText('ようこそ')
  expect(screen.queryByRole('heading', { name: OFFLINE })).toBeNull()
})

it('shows the loading state for a retry by button, also after it was offline', async () => {
  const { answer, fail, askAgain } = open()
  await fail(new Unreachable())
  await askAgain()
  await fail(new RequestError(500))
  await settled(
    () => void fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' })),
  )
  screen.getByText('読み込み中')
  await answer('ようこそ')
  screen.getByText('ようこそ')
})

it.each([
  { what: 'a page', props: { heading: 'h1' }, path: '/news', leadsHome: true },
  { what: 'the home page', props: { heading: 'h1' }, path: '/', leadsHome: false },
  { what: 'a part of a page', props: {}, path: '/news', leadsHome: false },
] as const)('leads home from $what that failed: $leadsHome', async ({ props, path, leadsHome }) => {
  const { fail } = open(props, path)
  await fail(new RequestError(500))
  expect(screen.queryByRole('link', { name: 'ホームへ' }) !== null).toBe(leadsHome)
})
