// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SlideButton } from './SlideButton.tsx'

const LENGTH = 300
const HEIGHT = 60

describe('slide', () => {
  const done: string[] = []
  const draw = (busy = false) => {
    render(
      <SlideButton
        label="配信を終了する"
        busy={busy}
        onSlide={() => done.push('slid')}
        onPress={() => done.push('pressed')}
      />,
    )
    const button = screen.getByRole('button', { name: /配信を終了する/ })
    // jsdom has no layout and no pointer capture.
    Object.defineProperties(button, {
      clientWidth: { value: LENGTH + HEIGHT },
      clientHeight: { value: HEIGHT },
      setPointerCapture: { value: () => undefined },
    })
    return button
  }
  const slide = (button: HTMLElement, px: number) => {
    fireEvent.pointerDown(button, { clientX: 10, pointerId: 1 })
    fireEvent.pointerMove(button, { clientX: 10 + px, pointerId: 1 })
    fireEvent.pointerUp(button, { clientX: 10 + px, pointerId: 1 })
    fireEvent.click(button)
  }
  beforeEach(() => {
    done.length = 0
  })
  afterEach(cleanup)

  it.each([
    { what: 'most of its way acts', px: LENGTH * 0.8, acts: ['slid'] },
    { what: 'less than that does nothing', px: LENGTH * 0.79, acts: [] },
    { what: 'back does nothing', px: -LENGTH, acts: [] },
    { what: 'not at all is a press, which asks', px: 8, acts: ['pressed'] },
  ])('$what', ({ px, acts }) => {
    slide(draw(), px)
    expect(done).toEqual(acts)
  })

  it('is pressed by a keyboard, also after a move that was given up', () => {
    const button = draw()
    slide(button, LENGTH * 0.3)
    fireEvent.click(button)
    expect(done).toEqual(['pressed'])
  })

  it('does nothing while busy', () => {
    const button = draw(true)
    slide(button, LENGTH)
    fireEvent.click(button)
    expect(done).toEqual([])
  })
})
