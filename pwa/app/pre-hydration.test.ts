import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'

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
