import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { Outbox, OutboxAction, OutboxItem } from '#pwa/lib/device.ts'
import { createStore } from '#pwa/lib/store.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { Tearing } from './Tearing.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const issued = {
  id: 'issued',
  number: 'A 002',
  ticket: { opens_at: '2026-11-20T03:00:00.000Z' },
} as IssuedTicket
let done: OutboxAction[]
const question = () => screen.queryByRole('alertdialog', { name: '入場済みにしますか？' })
const slider = () => screen.getByRole('slider')

beforeEach(async () => {
  done = []
  const add = async (work: OutboxAction) => done.push(work)
  const waiting = createStore<readonly OutboxItem[] | null>(null)
  const outbox: Outbox = { items: waiting, add, remove: async () => {} }
  render(<Tearing issued={issued} outbox={outbox} now="2026-11-20T04:00:00.000Z" />)
  await userEvent.click(screen.getByRole('button', { name: '係員がもぎる' }))
})

/** Moves the slider as a phone's screen reader does, without touch or key events. */
function step(to: number) {
  fireEvent.input(slider(), { target: { value: String(to) } })
  slider().dispatchEvent(new Event('change', { bubbles: true }))
}

it('moves in steps by screen reader, and asks for confirmation at the end', async () => {
  step(50)
  expect(question()).toBeNull()
  expect(slider()).toHaveProperty('value', '50')
  step(94)
  expect(question()).toBeNull()
  step(95)
  await screen.findByRole('alertdialog', { name: '入場済みにしますか？' })
  expect(done).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '入場済みにする' }))
  expect(done).toEqual([{ what: 'tear', ticket: 'issued' }])
})

it('returns to the start if the finger is lifted too early', () => {
  fireEvent.input(slider(), { target: { value: '94' } })
  fireEvent.pointerUp(slider())
  expect(slider()).toHaveProperty('value', '0')
  expect(question()).toBeNull()
})
