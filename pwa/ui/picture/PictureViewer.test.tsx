// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { PictureViewer } from './PictureViewer.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const pictures = ['a', 'b', 'c'].map((path, n) => ({
  path,
  alt: `${n + 1}枚目`,
  width: 400,
  height: 300,
}))

describe('viewer of pictures', () => {
  const open = (first = 0) => {
    let closed = 0
    render(<PictureViewer pictures={pictures} first={first} onClose={() => closed++} />)
    return { dialog: screen.getByRole('dialog'), closed: () => closed }
  }
  const place = () => screen.getByText(/\d \/ 3/).textContent

  it('begins with the picture that was pressed, and moves by arrow keys as far as there are any', () => {
    const { dialog } = open(1)
    expect(place()).toBe('2 / 3')
    for (let n = 0; n < 3; n++) fireEvent.keyDown(dialog, { key: 'ArrowRight' })
    expect(place()).toBe('3 / 3')
    expect(screen.getByRole('button', { name: '次の画像' })).toHaveProperty('disabled', true)
    for (let n = 0; n < 4; n++) fireEvent.keyDown(dialog, { key: 'ArrowLeft' })
    expect(place()).toBe('1 / 3')
  })

  it('enlarges by its button, a key or two presses, and shows the next picture whole', async () => {
    const { dialog } = open()
    const zoom = () => screen.queryByRole('button', { name: '全体を見る' })
    await userEvent.click(screen.getByRole('button', { name: '拡大する' }))
    expect(zoom()).not.toBeNull()
    fireEvent.keyDown(dialog, { key: 'ArrowRight' })
    expect(place()).toBe('1 / 3')
    fireEvent.keyDown(dialog, { key: '-' })
    expect(zoom()).toBeNull()
    fireEvent.doubleClick(screen.getByAltText('1枚目').parentElement!)
    expect(zoom()).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '次の画像' }))
    expect([zoom(), place()]).toEqual([null, '2 / 3'])
  })

  it('follows a swipe', () => {
    const { dialog } = open()
    const strip = dialog.querySelector('ul')!
    Object.defineProperties(strip, { clientWidth: { value: 390 }, scrollLeft: { value: 780 } })
    fireEvent.scroll(strip)
    expect(place()).toBe('3 / 3')
  })

  it('closes by its button', async () => {
    const { closed } = open()
    await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
    expect(closed()).toBe(1)
  })
})
