import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emailPrefill } from '#pwa/lib/forms/email-prefill.ts'
import { useTypedEmail } from './useTypedEmail.ts'

function Form() {
  const [values, setValues] = useState({ email: '' })
  useTypedEmail({ values, set: setValues })
  const { email } = values
  return <input value={email} onChange={({ target }) => setValues({ email: target.value })} />
}

/** Renders a form. `onDrawn` is called with its field when React inserts it into the document. */
function draw(onDrawn: (field: HTMLInputElement) => void = () => {}) {
  const root = createRoot(document.body)
  onTestFinished(() => root.unmount())
  const field = () => document.querySelector('input')
  new MutationObserver((_, observer) => {
    observer.disconnect()
    onDrawn(field()!)
  }).observe(document.body, { childList: true })
  root.render(<Form />)
  return vi.waitFor(() => {
    const value = field()?.value
    expect(value).toBeTruthy()
    return value
  })
}

it('fills in the email address typed last', async () => {
  emailPrefill.write('fan@example.com')
  expect(await draw()).toBe('fan@example.com')
})

it('keeps an email address that a password manager fills in at once', async () => {
  emailPrefill.write('fan@example.com')
  const filled = (field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      field,
      'owner@example.com',
    )
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await draw(filled)
  await vi.waitFor(() => expect(emailPrefill.read()).toBe('owner@example.com'))
  expect(document.querySelector('input')!.value).toBe('owner@example.com')
})
