import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RequestError } from '#contract/http/caller.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { useForm } from './form.ts'
import { clearFormDrafts } from './form-drafts.ts'

afterEach(cleanup)
beforeEach(() => sessionStorage.clear())

const EMPTY = { text: '', password: '', terms: false }

function Form({ id, send }: { id: string; send: () => Promise<unknown> }) {
  const form = useForm({
    initial: EMPTY,
    draft: { kind: 'feedback', id, omit: ['terms'] },
    send,
    onDone: () => {},
  })
  const { text, password } = form.values
  return (
    <form aria-label="フォーム" onSubmit={(event) => void form.submit(event)}>
      <input aria-label="本文" value={text} onChange={(e) => form.set({ text: e.target.value })} />
      <input
        aria-label="パスワード"
        value={password}
        onChange={(e) => form.set({ password: e.target.value })}
      />
      <button type="button" onClick={() => form.set({ terms: true })}>
        {form.values.terms ? '同意済み' : '同意する'}
      </button>
    </form>
  )
}

const received = async () => ({})
const refused = async () => {
  throw new Error('混み合っています')
}
function open(id = 'a', send: () => Promise<unknown> = received) {
  cleanup()
  render(
    <SessionProvider value={new Session(async () => Response.json({}), { at: 'visitor' })}>
      <Form id={id} send={send} />
    </SessionProvider>,
  )
}
const type = (field: string, value: string) =>
  fireEvent.change(screen.getByLabelText(field), { target: { value } })
const shown = (field: string) => screen.getByLabelText<HTMLInputElement>(field).value
const submit = () => fireEvent.submit(screen.getByRole('form'))

describe('a form with a draft', () => {
  it('shows typed text again once it is opened anew, never a password or a consent', () => {
    open()
    type('本文', 'こう変えてほしい')
    type('パスワード', 'a-secret-that-is-long')
    fireEvent.click(screen.getByRole('button', { name: '同意する' }))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a-secret')
    open()
    expect(shown('本文')).toBe('こう変えてほしい')
    expect(shown('パスワード')).toBe('')
    expect(screen.getByRole('button', { name: '同意する' })).toBeTruthy()
  })

  it('shows the text of its own subject only', () => {
    open('a')
    type('本文', '一件目')
    open('b')
    expect(shown('本文')).toBe('')
  })

  it('forgets the text once it is received, not while it is refused', async () => {
    open('a', refused)
    type('本文', '届け')
    submit()
    open('a', received)
    expect(shown('本文')).toBe('届け')
    submit()
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    open()
    expect(shown('本文')).toBe('')
  })

  it('forgets a text that was deleted again, and every text at the end of a session', () => {
    open()
    type('本文', '消す')
    type('本文', '')
    expect(sessionStorage).toHaveLength(0)
    type('本文', 'ログアウトで消す')
    clearFormDrafts()
    open()
    expect(shown('本文')).toBe('')
  })

  it('ignores a stored draft of another shape', () => {
    open()
    type('本文', '本文')
    const [key] = Object.keys(sessionStorage)
    sessionStorage.setItem(key!, '{"unknown":1}')
    open()
    expect(shown('本文')).toBe('')
  })
})

it('a form that shows its failure is not busy, and nothing covers its fields', async () => {
  const shownTogether: unknown[] = []
  function Plain() {
    const [isCovered, setCovered] = useState(true)
    const { busy, message, submit } = useForm({
      initial: {},
      send: refused,
      onDone: () => {},
      onRefused: () => setCovered(false),
    })
    if (message) shownTogether.push({ busy, isCovered })
    return (
      <form aria-label="フォーム" onSubmit={(event) => void submit(event)}>
        <p>{message}</p>
      </form>
    )
  }
  render(
    <SessionProvider value={new Session(async () => Response.json({}), { at: 'visitor' })}>
      <Plain />
    </SessionProvider>,
  )
  submit()
  await screen.findByText('混み合っています')
  expect(shownTogether[0]).toEqual({ busy: false, isCovered: false })
})

it('a changed field clears the errors of its parts, and of no other field', async () => {
  function Parts() {
    const form = useForm({
      initial: { types: '', typesetter: '' },
      send: async () => {
        const errors = { 'types.0.name': ['名前'], typesetter: ['植字'] }
        throw new RequestError(422, '入力を確かめてください', errors)
      },
      onDone: () => {},
    })
    return (
      <form aria-label="フォーム" onSubmit={(event) => void form.submit(event)}>
        <p>{[form.errorOf('types.0.name'), form.errorOf('typesetter')].join('|')}</p>
        <button type="button" onClick={() => form.set({ types: 'x' })}>
          変える
        </button>
      </form>
    )
  }
  render(
    <SessionProvider value={new Session(async () => Response.json({}), { at: 'visitor' })}>
      <Parts />
    </SessionProvider>,
  )
  submit()
  await screen.findByText('名前|植字')
  fireEvent.click(screen.getByRole('button', { name: '変える' }))
  await screen.findByText('|植字')
})
