import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refused, Unreachable } from '#contract/caller.ts'
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

/** A page that shows what is answered; each question waits until the test answers it. */
function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: PromiseWithResolvers<string>[] = []
  function Page() {
    const query = useQuery({
      queryKey: ['words'],
      queryFn: () => {
        asked.push(Promise.withResolvers())
        return asked.at(-1)!.promise
      },
    })
    return (
      <Loaded of={query} skeleton={<p>読み込み中</p>}>
        {(words) => <p>{words}</p>}
      </Loaded>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return {
    answer: (words: string) => settled(() => asked.at(-1)!.resolve(words)),
    fail: (error: Error) => settled(() => asked.at(-1)!.reject(error)),
    askAgain: () => settled(() => void client.refetchQueries()),
  }
}

it('stays as it is while the app asks again by itself, and shows what is answered in the end', async () => {
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

it('shows that it loads when somebody asks again for what was refused, also after it was offline', async () => {
  const { answer, fail, askAgain } = open()
  await fail(new Unreachable())
  await askAgain()
  await fail(new Refused(500))
  await settled(
    () => void fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' })),
  )
  screen.getByText('読み込み中')
  await answer('ようこそ')
  screen.getByText('ようこそ')
})
