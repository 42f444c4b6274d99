// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Workbox } from 'workbox-window'
import { currentToast, dismissToast, showToast } from '#pwa/ui/toast.ts'
import { noteTyping, offerUpdate } from './updates.ts'

const OFFER = '新しいバージョンがあります'
const LOOKS_MS = 10_000
const said = () => currentToast()?.text ?? null
const putAway = () => dismissToast(currentToast()!.id)

beforeEach(() => {
  // What this browser lacks; nothing is registered with it here.
  Object.assign(navigator, { serviceWorker: new EventTarget() })
  vi.useFakeTimers()
})
afterEach(() => {
  document.body.replaceChildren()
  if (currentToast()) putAway()
  vi.useRealTimers()
})

it('is offered again once other words that came in its place were read', () => {
  offerUpdate(new Workbox('/sw.js'))
  expect(said()).toBe(OFFER)
  showToast('URLをコピーしました')
  vi.advanceTimersByTime(LOOKS_MS)
  expect(said()).toBe('URLをコピーしました')
  putAway()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(said()).toBe(OFFER)
})

it('waits for what was just said, and is not offered again to whoever has put it away', () => {
  showToast('保存しました')
  offerUpdate(new Workbox('/sw.js'))
  expect(said()).toBe('保存しました')
  putAway()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(said()).toBe(OFFER)
  putAway()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(said()).toBeNull()
})

/** What somebody may be in the middle of, and how they come out of it. */
const busy: Record<string, () => () => unknown> = {
  'a sheet is open': () => add('<div data-beneath></div>').remove,
  'a form is being filled in': () => {
    noteTyping()
    add('<input>').dispatchEvent(new Event('input', { bubbles: true }))
    return () => history.pushState(null, '', '/elsewhere')
  },
  'the number of a card is typed into a frame of another': () => {
    add<HTMLIFrameElement>('<iframe></iframe>').focus()
    return () => {
      ;(document.activeElement as HTMLElement).blur()
      history.pushState(null, '', '/afterwards')
    }
  },
  'the code of a ticket is shown': () => add('<svg data-code="…"></svg>').remove,
  'a stream is on the air, though its picture is away': () => add('<div data-on-air></div>').remove,
  'a film is playing': () => {
    const film = add<HTMLVideoElement>('<video></video>')
    Object.defineProperty(film, 'paused', { value: false, configurable: true })
    return () => Object.defineProperty(film, 'paused', { value: true })
  },
}

function add<T extends Element = Element>(html: string) {
  document.body.insertAdjacentHTML('beforeend', html)
  const added = document.body.lastElementChild as T
  added.remove = added.remove.bind(added)
  return added
}

it.each(Object.keys(busy))('waits while %s, and is offered after that', (what) => {
  const end = busy[what]!()
  offerUpdate(new Workbox('/sw.js'))
  vi.advanceTimersByTime(LOOKS_MS)
  expect(said()).toBeNull()
  end()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(said()).toBe(OFFER)
})
