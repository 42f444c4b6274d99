import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ShownCaption } from './ShownCaption.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What jsdom lacks: a track, and its captions. */
class Cue {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  getCueAsHTML() {
    const fragment = document.createDocumentFragment()
    fragment.append(this.text)
    return fragment
  }
}

function open() {
  vi.stubGlobal('VTTCue', Cue)
  const track = Object.assign(new EventTarget(), { mode: 'disabled', activeCues: [] as Cue[] })
  const element = { track } as unknown as HTMLTrackElement
  const video = document.createElement('video')
  render(<ShownCaption video={{ current: video }} track={{ current: element }} language="ja" />)
  const says = (...texts: string[]) => {
    track.activeCues = texts.map((text) => new Cue(text))
    act(() => void track.dispatchEvent(new Event('cuechange')))
  }
  return { track, video, says }
}

it('shows the captions of the moment, in their language', () => {
  const { track, says } = open()
  expect(track.mode).toBe('hidden')
  says('こんばんは', '（風の音）')
  expect(screen.getByText(/こんばんは/).textContent).toBe('こんばんは\n（風の音）')
  expect(screen.getByText(/こんばんは/).closest('[lang="ja"]')).not.toBeNull()
  says()
  expect(screen.queryByText(/こんばんは/)).toBeNull()
})

it('leaves them to the browser in the full screen of an iPhone', () => {
  const { track, video } = open()
  video.dispatchEvent(new Event('webkitbeginfullscreen'))
  expect(track.mode).toBe('showing')
  video.dispatchEvent(new Event('webkitendfullscreen'))
  expect(track.mode).toBe('hidden')
})
