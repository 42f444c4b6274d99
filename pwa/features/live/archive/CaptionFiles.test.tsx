import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CAPTION_UNREADABLE } from '#contract/live/captions.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { CaptionFiles } from './CaptionFiles.tsx'

afterEach(cleanup)

function open(refusal?: Response) {
  const sent: string[] = []
  const languages = ['ja']
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(languages.map((language) => ({ language })))
    sent.push(`${method} ${url.split('/captions').at(-1)}`)
    if (method === 'PUT' && refusal) return refusal
    if (method === 'PUT') languages.push('en')
    else languages.shift()
    return new Response(null, { status: 204 })
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
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

it('adds a file in the chosen language, and removes one', async () => {
  const sent = open()
  await screen.findByRole('button', { name: '日本語の字幕を削除' })
  fireEvent.change(screen.getByRole('combobox', { name: '言語' }), { target: { value: 'en' } })
  choose()
  fireEvent.click(await screen.findByRole('button', { name: 'Englishの字幕を削除' }))
  fireEvent.click(screen.getByRole('button', { name: '日本語の字幕を削除' }))
  await expect.poll(() => sent).toEqual(['PUT /en', 'DELETE /en', 'DELETE /ja'])
})

it('says why a file is refused', async () => {
  open(Response.json({ message: '入力', errors: { text: [CAPTION_UNREADABLE] } }, { status: 422 }))
  choose()
  expect((await screen.findByRole('alert')).textContent).toContain(CAPTION_UNREADABLE)
})
