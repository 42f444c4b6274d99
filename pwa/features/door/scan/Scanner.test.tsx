import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Scanner } from './Scanner.tsx'

type Track = EventTarget & { readyState: MediaStreamTrackState; stop: () => void }

/** A phone's camera that another app may take; jsdom has none. */
function aPhone() {
  const phone = {
    opened: [] as Track[],
    isTaken: false,
    take() {
      const track = phone.opened.at(-1)!
      track.readyState = 'ended'
      track.dispatchEvent(new Event('ended'))
    },
  }
  const getUserMedia = async () => {
    if (phone.isTaken) throw new DOMException('another app has it', 'NotReadableError')
    const track: Track = Object.assign(new EventTarget(), {
      readyState: 'live' as const,
      stop: () => void (track.readyState = 'ended'),
    })
    phone.opened.push(track)
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  }
  Object.assign(navigator, { mediaDevices: { getUserMedia } })
  return phone
}
class Detector {
  static getSupportedFormats = async () => ['qr_code']
  detect = async () => []
}
/** Sets the visibility of the page. */
function show(visibilityState: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open() {
  const phone = aPhone()
  render(<Scanner onLook={async () => {}} onType={() => {}} />)
  await isLooking()
  return phone
}
const opening = () => screen.queryByText('カメラを準備しています')
const isLooking = () => vi.waitFor(() => expect(opening()).toBeNull())

it('opens the camera again after it was lost while the page is visible', async () => {
  const phone = await open()
  act(() => phone.take())
  await vi.waitFor(() => expect(phone.opened).toHaveLength(2))
  await isLooking()
  expect(phone.opened.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('opens the camera again when staff return from the app that took it', async () => {
  const phone = await open()
  onTestFinished(() => show('visible'))
  act(() => show('hidden'))
  act(() => phone.take())
  expect(opening()).toBeNull()
  act(() => show('visible'))
  await vi.waitFor(() => expect(phone.opened).toHaveLength(2))
  await isLooking()
  act(() => show('visible'))
  expect(opening()).toBeNull()
})

it('shows an error while the camera is unavailable, and retries on request', async () => {
  const phone = await open()
  phone.isTaken = true
  act(() => phone.take())
  await screen.findByText(/カメラを開けませんでした/)
  phone.isTaken = false
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await vi.waitFor(() => expect(phone.opened).toHaveLength(2))
  await isLooking()
  expect(screen.queryByRole('alert')).toBeNull()
})
