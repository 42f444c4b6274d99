import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CAPTION_UNREADABLE } from '#contract/live/captions.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { CaptionFiles } from './CaptionFiles.tsx'

beforeEach(() => standInForDialogs())
afterEach(cleanup)

function open(refusal?: Response, languages = ['ja'], failures: Response[] = []) {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET')
      return failures.shift() ?? Response.json(languages.map((language) => ({ language })))
    sent.push(`${method} ${url.split('/captions').at(-1)}`)
    if (method === 'PUT' && refusal) return refusal
    if (method === 'PUT') languages.push('en')
    else languages.shift()
    return new Response(null, { status: 204 })
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <CaptionFiles eventId="over" />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const choose = () =>
  fireEvent.change(screen.getByLabelText('字幕ファイル'), {
    target: { files: [new File(['WEBVTT'], 'en.vtt')] },
  })

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('adds a file in the chosen language', async () => {
  const sent = open()
  await screen.findByRole('button', { name: '日本語の字幕を削除' })
  fireEvent.change(screen.getByRole('combobox', { name: '言語' }), { target: { value: 'en' } })
  choose()
  await screen.findByRole('button', { name: 'Englishの字幕を削除' })
  expect(sent).toEqual(['PUT /en'])
})

it('removes a file after a question, and moves the focus from its button to the heading', async () => {
  const sent = open()
  await screen.findByRole('button', { name: '日本語の字幕を削除' })
  press('日本語の字幕を削除')
  press('キャンセル')
  press('日本語の字幕を削除')
  expect(sent).toEqual([])
  press('削除する')
  await screen.findByText('まだ字幕はありません。')
  expect(sent).toEqual(['DELETE /ja'])
  const heading = screen.getByRole('heading', { name: '字幕' })
  await expect.poll(() => document.activeElement).toBe(heading)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('says that the list is loading or could not be loaded, not that there are no captions', async () => {
  open(undefined, [], [Response.json({ message: '混み合っています。' }, { status: 503 })])
  expect(screen.queryByText('まだ字幕はありません。')).toBeNull()
  await screen.findByText('混み合っています。')
  expect(screen.queryByText('まだ字幕はありません。')).toBeNull()
  press('もう一度読み込む')
  await screen.findByText('まだ字幕はありません。')
})

it('says why a file is refused', async () => {
  open(
    Response.json({ message: '入力', errors: { caption: [CAPTION_UNREADABLE] } }, { status: 422 }),
  )
  choose()
  expect((await screen.findByRole('alert')).textContent).toContain(CAPTION_UNREADABLE)
})
