import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { TakedownForm } from './TakedownForm.tsx'

afterEach(cleanup)

it('takedown form sent without a chosen right shows what the server says of each field', async () => {
  const sent: unknown[] = []
  const fetch = async (_: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)))
    const errors = {
      url: ['対象のURLを入力してください'],
      claimed: ['権利の種類を選択してください'],
    }
    return Response.json({ message: '入力内容をご確認ください。', errors }, { status: 422 })
  }
  render(
    <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
      <TakedownForm />
    </SessionProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '削除を依頼する' }))
  await screen.findByText('対象のURLを入力してください')
  await screen.findByText('権利の種類を選択してください')
  expect(sent).toMatchObject([{ url: '', claimed: null, faith: false }])
})
