import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { useCaptions } from './useCaptions.ts'

beforeEach(() => {
  // jsdom has no addresses of objects.
  let count = 0
  Object.assign(URL, { createObjectURL: () => `blob:${++count}`, revokeObjectURL: vi.fn() })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function open(languages = ['ja', 'en']) {
  const requests: string[] = []
  const fetch = async (url: string) => {
    requests.push(url)
    return Response.json(
      url.endsWith('/captions') ? languages.map((language) => ({ language })) : { text: 'WEBVTT' },
    )
  }
  const session = new Session(fetch, { at: 'visitor' })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>{children}</SessionProvider>
    </QueryClientProvider>
  )
  return { requests, ...renderHook(() => useCaptions('over', true), { wrapper }) }
}

it('are off at first, and load the language that is chosen', async () => {
  const { result, requests } = open()
  await waitFor(() => expect(result.current.languages).toEqual(['ja', 'en']))
  expect(result.current).toMatchObject({ chosen: null, url: null })
  expect(requests).toHaveLength(1)
  act(() => result.current.choose('en'))
  await waitFor(() => expect(result.current.url).toMatch(/^blob:/))
  expect(requests.at(-1)).toMatch(/captions\/en$/)
  act(() => result.current.choose(null))
  expect(result.current).toMatchObject({ chosen: null, url: null })
})

it('are on in the same language in the next archive that has it', async () => {
  const first = open()
  await waitFor(() => expect(first.result.current.languages).toHaveLength(2))
  act(() => first.result.current.choose('en'))
  const next = open(['ja', 'en'])
  await waitFor(() => expect(next.result.current.chosen).toBe('en'))
  const without = open(['ja'])
  await waitFor(() => expect(without.result.current.languages).toEqual(['ja']))
  expect(without.result.current.chosen).toBeNull()
})

it('are turned on and off by one key', async () => {
  const { result } = open()
  await waitFor(() => expect(result.current.languages).toHaveLength(2))
  act(() => result.current.toggle())
  expect(result.current.chosen).toBe('ja')
  act(() => result.current.toggle())
  expect(result.current.chosen).toBeNull()
})

it('are turned on again in the language that was chosen last', async () => {
  const { result, unmount } = open()
  await waitFor(() => expect(result.current.languages).toHaveLength(2))
  act(() => result.current.choose('en'))
  act(() => result.current.toggle())
  expect(result.current.chosen).toBeNull()
  act(() => result.current.toggle())
  expect(result.current.chosen).toBe('en')
  act(() => result.current.toggle())
  unmount()
  const next = open()
  await waitFor(() => expect(next.result.current.languages).toHaveLength(2))
  expect(next.result.current.chosen).toBeNull()
  act(() => next.result.current.toggle())
  expect(next.result.current.chosen).toBe('en')
})

it('keep the choice while a picture without captions is watched', async () => {
  const { result } = open()
  await waitFor(() => expect(result.current.languages).toHaveLength(2))
  act(() => result.current.choose('en'))
  const without = open([])
  await waitFor(() => expect(without.requests).toHaveLength(1))
  act(() => without.result.current.toggle())
  const next = open()
  await waitFor(() => expect(next.result.current.chosen).toBe('en'))
})
