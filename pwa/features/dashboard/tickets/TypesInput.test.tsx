import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TYPE_PREFIX_STANDS, TYPE_PREFIX_TWICE } from '#contract/tickets/messages.ts'
import { aType } from '#pwa/features/tickets/testing/samples.ts'
import { TypesInput } from './TypesInput.tsx'
import { savedTypes, type TypeDraft, typeDraftsIn } from './type-drafts.ts'

afterEach(cleanup)

const LABEL = /^券種1の整理番号の記号/

/** Shows the form of one stored type; returns what it was changed to. */
function show(was_issued: boolean, error?: string) {
  const sold = { taken: 0, waiting: 0, was_ordered: was_issued, was_issued, number_prefix: 'S' }
  const stored = [{ ...aType(), ...sold }]
  const changed: TypeDraft[][] = []
  render(
    <TypesInput
      value={typeDraftsIn(savedTypes(stored))}
      onChange={(value) => void changed.push(value)}
      stored={stored}
      isTooLate={false}
      error={undefined}
      errorOf={(_, field) => (field === 'number_prefix' ? error : undefined)}
    />,
  )
  return { field: screen.getByLabelText<HTMLInputElement>(LABEL), changed }
}

it('changes the 記号 of a type, says what it does, and names it in an error', () => {
  const { field, changed } = show(false, TYPE_PREFIX_TWICE)
  expect([field.value, field.disabled]).toEqual(['S', false])
  expect(screen.getByText(/記号を入れると、この券種だけの通し番号になります/)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(TYPE_PREFIX_TWICE)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'T' } })
  expect(changed.at(-1)).toMatchObject([{ number_prefix: 'T' }])
})

it('keeps the 記号 of a type of which one was issued', () => {
  expect(show(true).field.disabled).toBe(true)
  expect(screen.getByText(TYPE_PREFIX_STANDS)).toBeTruthy()
})
