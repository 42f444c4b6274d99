import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useRestoredFocus } from './useRestoredFocus.ts'

afterEach(cleanup)

interface RowsProps {
  names: string[]
  buttons?: boolean
}

function Rows({ names, buttons = true }: RowsProps) {
  useRestoredFocus()
  return (
    <main tabIndex={-1}>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              {name}
              {buttons && (
                <span>
                  <button type="button">{name}を取り消す</button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

it.each<[string, RowsProps, () => HTMLElement]>([
  ['its row, where only the button goes', { names: ['A', 'B'], buttons: false }, () => row('B')],
  ['the list, where its row goes', { names: ['A'] }, () => screen.getByRole('list')],
  ['the page, where the list goes', { names: [] }, () => screen.getByRole('main')],
])('gives the focus of a button to %s', async (_, after, heir) => {
  const { rerender } = render(<Rows names={['A', 'B']} />)
  screen.getByRole('button', { name: 'Bを取り消す' }).focus()
  rerender(<Rows {...after} />)
  await waitFor(() => expect(document.activeElement).toBe(heir()))
})

const questionDialog = (
  <dialog open>
    <button type="button">はい</button>
  </dialog>
)
const page = (rows: ReactNode, question: ReactNode) => (
  <>
    {rows}
    {question}
  </>
)

it('returns the focus to the unchanged button that opened a question', async () => {
  const rows = <Rows names={['A']} />
  const { rerender } = render(page(rows, null))
  const button = screen.getByRole('button', { name: 'Aを取り消す' })
  button.focus()
  rerender(page(rows, questionDialog))
  screen.getByRole('button', { name: 'はい' }).focus()
  rerender(page(rows, null))
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.tabIndex).toBe(0)
  expect(button.style.outline).toBe('')
})

it('moves the focus to the row of a question if the answer removed its button', async () => {
  const before = <Rows names={['A', 'B']} />
  const { rerender } = render(page(before, null))
  screen.getByRole('button', { name: 'Bを取り消す' }).focus()
  rerender(page(before, questionDialog))
  screen.getByRole('button', { name: 'はい' }).focus()
  const after = <Rows names={['A', 'B']} buttons={false} />
  rerender(page(after, questionDialog))
  rerender(page(after, null))
  await waitFor(() => expect(document.activeElement).toBe(row('B')))
})

it('leaves the focus where another element has taken it', async () => {
  const { rerender } = render(<Rows names={['A', 'B']} />)
  screen.getByRole('button', { name: 'Bを取り消す' }).focus()
  screen.getByRole('button', { name: 'Aを取り消す' }).focus()
  rerender(<Rows names={['A', 'C']} />)
  await screen.findByRole('button', { name: 'Cを取り消す' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Aを取り消す' }))
})

const row = (name: string) => screen.getAllByRole('listitem').find((li) => li.textContent === name)!
