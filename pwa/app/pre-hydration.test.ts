import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const script = readFileSync('public/pre-hydration.js', 'utf8')
let listening = new AbortController()
/** Runs the script; its listeners end with the test. */
function run() {
  const { signal } = listening
  const listen = (type: string, on: EventListener, options: boolean | object = {}) => {
    const own = typeof options === 'boolean' ? { capture: options } : options
    window.addEventListener(type, on, { ...own, signal })
  }
  new Function('addEventListener', script)(listen)
}

beforeEach(() => {
  listening = new AbortController()
  // jsdom has no view transitions.
  Object.assign(document, { activeViewTransition: { updateCallbackDone: Promise.resolve() } })
})
afterEach(() => {
  listening.abort()
  delete window.isHydrated
  Reflect.deleteProperty(document, 'activeViewTransition')
  document.body.replaceChildren()
})

/** Whether a form that is submitted at the start of a view transition, which React misses, is held back. */
function isHeld(): boolean {
  const form = document.createElement('form')
  form.requestSubmit = () => {}
  document.body.append(form)
  return !form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
}

it.each([
  [
    'before the app',
    () => {
      run()
      window.dispatchEvent(new Event('app:hydrated'))
    },
  ],
  [
    'after the app',
    () => {
      window.isHydrated = true
      run()
    },
  ],
])('holds back what React misses if it runs %s', (_, start) => {
  start()
  expect(isHeld()).toBe(true)
})

/** A picture of the page that can fail; `loads` has what it is told to load again. */
function addPicture() {
  const image = document.createElement('img')
  const loads: string[] = []
  Object.defineProperty(image, 'src', { get: () => '/a.webp', set: (src) => loads.push(src) })
  document.body.append(image)
  const fail = () => {
    image.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(1_000)
  }
  return { loads, fail }
}

it('loads pictures again that fail once the network is back, also those that are added later', () => {
  vi.useFakeTimers()
  run()
  const first = addPicture()
  first.fail()
  expect(first.loads).toHaveLength(0)
  window.dispatchEvent(new Event('online'))
  expect(first.loads).toHaveLength(1)
  const later = addPicture()
  for (let times = 0; times < 5; times++) later.fail()
  expect(later.loads).toHaveLength(3)
  vi.useRealTimers()
})
