// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Workbox } from 'workbox-window'
import { currentToast, dismissToast, showToast } from '#pwa/ui/overlay/toast.ts'
import { noteTyping, offerUpdate } from './updates.ts'

const OFFER = '新しいバージョンがあります'
const LOOKS_MS = 10_000
const toastText = () => currentToast()?.text ?? null
const dismiss = () => dismissToast(currentToast()!.id)

beforeEach(() => {
  // jsdom has no service worker API; no worker is registered here.
  Object.assign(navigator, { serviceWorker: new EventTarget() })
  vi.useFakeTimers()
})
afterEach(() => {
  document.body.replaceChildren()
  if (currentToast()) dismiss()
  vi.useRealTimers()
})

it('shows the update offer again after another toast that replaced it is dismissed', () => {
  offerUpdate(new Workbox('/sw.js'))
  expect(toastText()).toBe(OFFER)
  showToast('URLをコピーしました')
  vi.advanceTimersByTime(LOOKS_MS)
  expect(toastText()).toBe('URLをコピーしました')
  dismiss()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(toastText()).toBe(OFFER)
})

it('waits until another toast is dismissed, and does not show a dismissed update offer again', () => {
  showToast('保存しました')
  offerUpdate(new Workbox('/sw.js'))
  expect(toastText()).toBe('保存しました')
  dismiss()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(toastText()).toBe(OFFER)
  dismiss()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(toastText()).toBeNull()
})

/** What makes the app busy; each returns the function that ends it. */
const busy: Record<string, () => () => unknown> = {
  'a sheet is open': () => add('<div data-non-modal></div>').remove,
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

it.each(Object.keys(busy))('delays the update offer while %s', (what) => {
  const end = busy[what]!()
  offerUpdate(new Workbox('/sw.js'))
  vi.advanceTimersByTime(LOOKS_MS)
  expect(toastText()).toBeNull()
  end()
  vi.advanceTimersByTime(LOOKS_MS)
  expect(toastText()).toBe(OFFER)
})
