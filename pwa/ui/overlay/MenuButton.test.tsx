// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { MenuButton } from './MenuButton.tsx'

afterEach(cleanup)

describe('MenuButton', () => {
  const chosen: string[] = []
  const open = async () => {
    chosen.length = 0
    render(
      <MemoryRouter>
        <MenuButton
          label="その他"
          items={[
            { label: '編集する', to: '/dashboard/myroom' },
            { label: 'コピーする', onClick: () => chosen.push('コピー') },
            { label: '削除する', danger: true, onClick: () => chosen.push('削除') },
          ]}
        />
        <p>外</p>
      </MemoryRouter>,
    )
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
  }
  const button = () => screen.getByRole('button', { name: 'その他' })
  const focused = () => document.activeElement?.textContent

  it('opens with the focus on its first item', async () => {
    await open()
    expect(focused()).toBe('編集する')
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(button().getAttribute('aria-controls')).toBe(screen.getByRole('menu').id)
  })

  it('moves the focus by arrow keys in a circle, and to the ends by Home and End', async () => {
    await open()
    await userEvent.keyboard('{ArrowUp}')
    expect(focused()).toBe('削除する')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('コピーする')
    await userEvent.keyboard('{Home}')
    expect(focused()).toBe('編集する')
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('削除する')
  })

  it('closes on Escape and returns the focus', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button())
  })

  it('closes on an outside press, and on a second press of its button', async () => {
    await open()
    await userEvent.click(screen.getByText('外'))
    expect(screen.queryByRole('menu')).toBeNull()
    await userEvent.dblClick(button())
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('runs the chosen action once, and closes', async () => {
    await open()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toEqual(['コピー'])
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button())
  })
})
