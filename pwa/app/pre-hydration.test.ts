import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

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

describe('a button that is pressed before the app', () => {
  const button = (name: string) => `<button type="button">${name}</button>`

  /** The names of the buttons that the app's page gets a click for, in place of the page that was pressed. */
  async function pressedIn(before: string[], press: number, after: string[]) {
    vi.useFakeTimers()
    document.body.innerHTML = `<div id="root">${before.map(button).join('')}</div>`
    run()
    document.querySelectorAll('button')[press]!.click()
    const clicked: string[] = []
    const root = document.getElementById('root')!
    root.innerHTML = after.map(button).join('')
    root.addEventListener('click', ({ target }) => clicked.push((target as Element).textContent))
    window.dispatchEvent(new Event('app:hydrated'))
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    return clicked
  }

  it('is pressed in the page that replaces it', async () => {
    expect(await pressedIn(['絞り込む', '新しいスレッド'], 1, ['新しいスレッド'])).toEqual([
      '新しいスレッド',
    ])
  })

  it.each([
    ['two have its name', ['購入', '購入'], ['購入']],
    ['two get its name', ['購入'], ['購入', '購入']],
    ['it says something else now', ['フォローする'], ['フォロー中']],
  ])('is not pressed if %s', async (_, before, after) => {
    expect(await pressedIn(before, 0, after)).toEqual([])
  })
})

describe('the calls of a snapshot’s page', () => {
  const reads = JSON.stringify({ calls: ['/room/aoi'] })
  let sent: [string, RequestInit][] = []

  /** Opens the page of a snapshot, with this answer to the refresh. */
  async function open(refreshed: Response) {
    sent = []
    localStorage.setItem('room.member', 'u1')
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push([url, init])
      return url.endsWith('/refresh') ? refreshed : Response.json([])
    })
    const template = document.createElement('template')
    Object.assign(template, { id: 'app' })
    template.dataset.reads = reads
    document.body.append(template)
    run()
    await window.earlyReads?.answer.catch(() => {})
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    delete window.earlyRefresh
    delete window.earlyReads
  })

  it('are sent with the token, before the app is loaded', async () => {
    await open(Response.json({ access_token: 't1' }))
    expect(window.earlyReads?.calls).toEqual(['/room/aoi'])
    const [, [url, { headers, body }]] = sent as [unknown, [string, RequestInit]]
    expect(url).toBe('/api/application/reads')
    expect(headers).toMatchObject({ authorization: 'Bearer t1' })
    expect(body).toBe(reads)
    expect(await (await window.earlyRefresh)?.json()).toEqual({ access_token: 't1' })
  })

  it.each([
    ['is refused', Response.json({ message: 'x' }, { status: 500 })],
    ['is empty', new Response(null, { status: 204 })],
  ])('are not sent if the refresh %s', async (_, refreshed) => {
    await open(refreshed)
    expect(sent.map(([url]) => url)).toEqual(['/api/application/refresh'])
  })
})

it.each([
  ['goes with a page that has another', true, {}],
  ['stays with a page that has the same', false, { scheme: 'dark' }],
])('the look of a snapshot %s', (_, isUnclaimed, left) => {
  const { dataset } = document.documentElement
  Object.assign(dataset, { scheme: 'dark', ...(isUnclaimed && { snapshot: '' }) })
  run()
  window.dispatchEvent(new Event('app:hydrated'))
  expect({ ...dataset }).toEqual(left)
  delete dataset.scheme
})
