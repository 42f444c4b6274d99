import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Unreachable } from '#contract/http/caller.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { CommentForm } from './CommentForm.tsx'

afterEach(cleanup)

it.each([
  ['', '楽しみです'],
  ['書きかけ', '楽しみです\n書きかけ'],
])(
  'restores a comment that was not sent, and keeps %j that was typed meanwhile',
  async (typed, shown) => {
    const sending = Promise.withResolvers<void>()
    render(
      <SessionProvider value={new Session(() => new Promise(() => {}), { at: 'visitor' })}>
        <CommentForm
          thread={`t${typed}`}
          to={null}
          onSend={() => sending.promise}
          onCancel={() => {}}
        />
      </SessionProvider>,
    )
    const field = screen.getByRole<HTMLTextAreaElement>('textbox')
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    type('楽しみです')
    fireEvent.click(screen.getByRole('button', { name: 'コメントする' }))
    if (typed) type(typed)
    sending.reject(new Unreachable('no answer'))
    await screen.findByText(UNREACHABLE)
    expect(field.value).toBe(shown)
  },
)

it('keeps the focus in the form when a comment is sent by its button', async () => {
  render(
    <SessionProvider value={new Session(() => new Promise(() => {}), { at: 'visitor' })}>
      <CommentForm thread="keyboard" to={null} onSend={async () => {}} onCancel={() => {}} />
    </SessionProvider>,
  )
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '楽しみです' } })
  const button = screen.getByRole('button', { name: 'コメントする' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(document.activeElement).toBe(button.closest('form')))
})
