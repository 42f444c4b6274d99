// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Workbox } from 'workbox-window'
import { currentToast, dismissToast, showToast } from '#pwa/ui/toast.ts'
import { offerUpdate } from './updates.ts'

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
