import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type PushFailed, turnOn } from './push.ts'

/** The browser API that `turnOn` uses; jsdom has none of it. */
function browserWith(registration: () => Partial<ServiceWorkerRegistration> | undefined) {
  let activate = (_: Partial<ServiceWorkerRegistration>) => {}
  const ready = new Promise((resolve) => {
    activate = resolve
  })
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', {
    serviceWorker: { ready, getRegistration: async () => registration() },
  })
  return activate
}
const call = (async () => ({ push: {} })) as never
const outcome = async (turning: Promise<unknown>) =>
  turning.then(
    () => 'on',
    (error: unknown) => (error as PushFailed).problem,
  )

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('waits for a service worker that is being installed', async () => {
  const activate = browserWith(() => ({ installing: {} as ServiceWorker }))
  const turning = outcome(turnOn(call))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  activate({})
  // After the wait, `turnOn` reads the site's push key, which is missing here.
  expect(await turning).toBe('no service')
})

it.each([
  ['none is registered', undefined],
  ['its installation has failed', {}],
])('fails with "no worker" if %s', async (_, registration) => {
  browserWith(() => registration)
  const turning = outcome(turnOn(call))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await turning).toBe('no worker')
})
