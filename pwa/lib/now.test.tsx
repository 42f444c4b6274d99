import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { storeOffset } from './clock/phone-clock.ts'
import { NowProvider, useNow } from './now.tsx'

const NOW = '2026-11-20T10:00:00.000Z'
beforeEach(() => void vi.useFakeTimers({ now: new Date(NOW) }))
afterEach(() => {
  cleanup()
  storeOffset(0, 0)
  vi.useRealTimers()
})

const Clock = () => <time>{useNow()}</time>
const shown = () => screen.getByText(/^2026/).textContent
const open = () =>
  act(() =>
    render(
      <NowProvider at={NOW}>
        <Clock />
      </NowProvider>,
    ),
  )

it('is up to date as soon as a phone that slept shows the page again', async () => {
  open()
  // The timers of a page stand still while its phone sleeps.
  vi.setSystemTime(Date.parse(NOW) + 2 * HOUR_MS)
  expect(shown()).toBe(NOW)
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(shown()).toBe('2026-11-20T12:00:00.000Z')
})

it('is corrected as soon as the error of the phone’s clock is known', async () => {
  open()
  await act(async () => storeOffset(-3 * HOUR_MS, Date.parse(NOW)))
  expect(shown()).toBe('2026-11-20T07:00:00.000Z')
})
