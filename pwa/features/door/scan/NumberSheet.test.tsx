import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { prefixesToAsk } from '../gate/typed-number.ts'
import { NumberSheet } from './NumberSheet.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

/** Opens the sheet of a door; returns what the door was sent for. */
function open(prefixes: string[]) {
  const sent: string[] = []
  render(
    <NumberSheet
      open
      onClose={() => {}}
      onNumber={async (number) => void sent.push(number)}
      prefixesToAsk={(number) => prefixesToAsk(number, { tickets: [], prefixes })}
    />,
  )
  return sent
}

function send(number: string) {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: number } })
  fireEvent.click(screen.getByRole('button', { name: 'チケットを確認する' }))
}

it('asks for the 記号 of digits that may be of several series, and looks nothing up', async () => {
  const sent = open(['A', 'S'])
  send('１２')
  const field = screen.getByRole('textbox')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/番号の前の記号も入力してください（「A」「S」のどれか）/)).toBeTruthy()
  expect(sent).toEqual([])
  send('S12')
  expect(sent).toEqual(['S12'])
  expect(screen.queryByText(/番号の前の記号も/)).toBeNull()
})

it('takes digits alone while there is one series', () => {
  const sent = open([])
  send('12')
  expect(sent).toEqual(['12'])
})
