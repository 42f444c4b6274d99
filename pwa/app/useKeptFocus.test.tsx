import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useKeptFocus } from './useKeptFocus.ts'

afterEach(cleanup)

interface RowsProps {
  names: string[]
  buttons?: boolean
}

function Rows({ names, buttons = true }: RowsProps) {
  useKeptFocus()
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

const asked = (
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

it('gives it back to the button that a question was asked from, which stays what it is', async () => {
  const rows = <Rows names={['A']} />
  const { rerender } = render(page(rows, null))
  const button = screen.getByRole('button', { name: 'Aを取り消す' })
  button.focus()
  rerender(page(rows, asked))
  screen.getByRole('button', { name: 'はい' }).focus()
  rerender(page(rows, null))
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.tabIndex).toBe(0)
  expect(button.style.outline).toBe('')
})

it('gives it to the row that a question was asked from, once its answer took the button there', async () => {
  const before = <Rows names={['A', 'B']} />
  const { rerender } = render(page(before, null))
  screen.getByRole('button', { name: 'Bを取り消す' }).focus()
  rerender(page(before, asked))
  screen.getByRole('button', { name: 'はい' }).focus()
  const after = <Rows names={['A', 'B']} buttons={false} />
  rerender(page(after, asked))
  rerender(page(after, null))
  await waitFor(() => expect(document.activeElement).toBe(row('B')))
})

it('leaves the focus where somebody else has put it', async () => {
  const { rerender } = render(<Rows names={['A', 'B']} />)
  screen.getByRole('button', { name: 'Bを取り消す' }).focus()
  screen.getByRole('button', { name: 'Aを取り消す' }).focus()
  rerender(<Rows names={['A', 'C']} />)
  await screen.findByRole('button', { name: 'Cを取り消す' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Aを取り消す' }))
})

const row = (name: string) => screen.getAllByRole('listitem').find((li) => li.textContent === name)!
