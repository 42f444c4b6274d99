import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { Loaded } from './Loaded.tsx'
import { LoadedParts } from './LoadedParts.tsx'

afterEach(cleanup)

const NAMES = ['売上', 'イベント', 'メンバー'] as const
type Name = (typeof NAMES)[number]

/** Renders a page of three parts; each answers with what stands in `answers` at the time of its request. */
function open(answers: Record<Name, Error | string>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const requested: Name[] = []
  function Part({ name }: { name: Name }) {
    const query = useQuery({
      queryKey: [name],
      queryFn: async () => {
        requested.push(name)
        const answer = answers[name]
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    return (
      <section>
        <h2>{name}</h2>
        <Loaded of={query} skeleton={<p>読み込み中</p>}>
          {(text) => <p>{text}</p>}
        </Loaded>
      </section>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <LoadedParts>
          {NAMES.map((name) => (
            <Part key={name} name={name} />
          ))}
        </LoadedParts>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return requested
}

const retry = () => screen.getByRole('button', { name: 'もう一度読み込む' })
const failed = new RequestError(500)

it('says once that some parts failed, and loads again those alone', async () => {
  const answers = { 売上: failed, イベント: '朗読会', メンバー: failed } as Record<
    Name,
    Error | string
  >
  const requested = open(answers)
  await screen.findByText('一部を読み込めませんでした。')
  screen.getByText('朗読会')
  expect(screen.getAllByText('読み込めませんでした。')).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
  Object.assign(answers, { 売上: '¥980', メンバー: '354人' })
  requested.length = 0
  fireEvent.click(retry())
  await screen.findByText('¥980')
  await screen.findByText('354人')
  expect(requested).toEqual(['売上', 'メンバー'])
  expect(screen.queryByText('一部を読み込めませんでした。')).toBeNull()
})

it('shows one error screen if all parts failed, and all of them after a retry', async () => {
  const answers = { 売上: failed, イベント: failed, メンバー: failed } as Record<
    Name,
    Error | string
  >
  open(answers)
  await screen.findByRole('alert')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '読み込めませんでした',
  ])
  Object.assign(answers, { 売上: '¥980', イベント: '朗読会', メンバー: '354人' })
  await act(async () => void fireEvent.click(retry()))
  await screen.findByText('¥980')
  expect(screen.getAllByRole('heading')).toHaveLength(NAMES.length)
})

it('says once that the page is offline, without a button unless something else failed, too', async () => {
  const offline = new Unreachable()
  open({ 売上: offline, イベント: '朗読会', メンバー: offline })
  await screen.findByText(/電波が戻ると、自動で読み込みます/)
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  open({ 売上: offline, イベント: '朗読会', メンバー: failed })
  await screen.findByText('一部を読み込めませんでした。')
  retry()
  cleanup()
  open({ 売上: offline, イベント: offline, メンバー: offline })
  await screen.findByRole('heading', { name: 'そのページはオフラインでは開けません' })
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})
