// Asks for the session of this device's member before the app is loaded (`pwa/lib/api/transport.ts` takes the answer).
// Not for a ticket page, where the service worker's ticket comes first, nor before a logout has reached the server, nor
// after the app: a fast browser may run it first.
const TIMEOUT_MS = 60_000
/** The token of the session; null if it is not asked for here. */
let token = null
{
  /** Whether a member is logged in on this device; false where the storage is blocked. */
  function hasMember() {
    try {
      return localStorage.getItem('room.member') !== null && localStorage.getItem('room.leaving') === null
    } catch {
      return false
    }
  }

  const isFirst = window.earlyRefresh === undefined
  if (isFirst && hasMember() && !location.pathname.startsWith('/account/ticketbox/ticket/')) {
    window.earlyRefresh = fetch('/api/application/refresh', {
      method: 'POST',
      headers: { accept: 'application/json' },
      redirect: 'manual',
      // An aborted refresh could lose the session, as its token is used up.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    token = window.earlyRefresh.then(async (response) => {
      const { access_token } = await response.clone().json()
      return access_token ?? Promise.reject(new Error('no session'))
    })
    // Handled by the app, which may not be loaded.
    for (const early of [window.earlyRefresh, token]) early.catch(() => {})
  }
}

// Replays clicks that React misses: those before hydration, and those at the start of a view transition, when React
// handles no events until the DOM is updated.
{
  /** Removes the look of a snapshot unless the app's page has the same (`useTheatre` in `Watch.tsx`). */
  function dropLook() {
    const { dataset } = document.documentElement
    if ('snapshot' in dataset) for (const name of Object.keys(dataset)) delete dataset[name]
  }

  // A fast browser may run the app before this script.
  let hydrated = window.isHydrated === true
  let pressed = null
  /** Whether no other button had its name. */
  let isUnique = false
  const nameOf = (button) => button.ariaLabel ?? button.textContent
  const namesakesOf = (button) =>
    [...document.querySelectorAll('#root button')].filter((one) => nameOf(one) === nameOf(button))
  const change = () => document.activeViewTransition?.updateCallbackDone

  /** Whether the DOM update of the view transition is still to come. */
  async function isAhead(changed) {
    let done = false
    changed.then(() => {
      done = true
    })
    await null
    await null
    return !done
  }

  async function replayClick() {
    await change()
    const button = pressed
    pressed = null
    if (button?.isConnected) setTimeout(() => button.click())
  }

  /** The app has replaced the page with the pressed button: a button that alone has its name is the same. */
  function findPressed() {
    if (!pressed || pressed.isConnected) return
    const [button, another] = namesakesOf(pressed)
    if (isUnique && button && !another) pressed = button
  }

  addEventListener(
    'click',
    async ({ target }) => {
      const button = target.closest('button')
      if (!hydrated) {
        pressed = button ?? pressed
        isUnique = pressed !== null && namesakesOf(pressed).length === 1
        return
      }
      const changed = change()
      // Submit buttons: see the `submit` listener below.
      if (!button || !changed || (button.form && button.type === 'submit')) return
      if (!(await isAhead(changed))) return
      pressed = button
      await replayClick()
    },
    true,
  )
  // React handled the click: no replay.
  addEventListener('app:click-handled', () => {
    pressed = null
  })
  // Without this the browser would submit the form itself, with the typed values in the URL.
  addEventListener('submit', async (event) => {
    const changed = change()
    if (event.defaultPrevented || !hydrated || !changed) return
    event.preventDefault()
    await changed
    setTimeout(() => event.target.requestSubmit(event.submitter))
  })
  // Marks images that failed to load: base.css hides the browser's broken-image icon.
  const mark = (image, broken) => image.toggleAttribute('data-broken', broken)
  const loadAgain = (image) => {
    image.src = image.src
  }
  // A request sent just before the network is back fails after `online`: it is repeated, also for an image that is added
  // later. By number, not by time, as a slow device takes long until it fails.
  const TRIES = 3
  const AGAIN_MS = 1_000
  let triesLeft = new WeakMap()
  let tries = 0
  // On the document: `load` events of images do not reach the window.
  for (const type of ['error', 'load'])
    document.addEventListener(
      type,
      ({ target }) => {
        if (!(target instanceof HTMLImageElement)) return
        mark(target, type === 'error')
        const left = triesLeft.get(target) ?? tries
        if (type === 'load' || left === 0) return
        triesLeft.set(target, left - 1)
        setTimeout(loadAgain, AGAIN_MS, target)
      },
      true,
    )
  // Images that failed before these listeners were added.
  for (const image of document.images)
    if (image.complete && image.currentSrc && image.naturalWidth === 0) mark(image, true)
  addEventListener('online', () => {
    triesLeft = new WeakMap()
    tries = TRIES
    for (const image of document.images) if (image.hasAttribute('data-broken')) loadAgain(image)
  })
  // Fires before the app is loaded: stored for the install card (`useInstall.ts`).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
  addEventListener(
    'app:hydrated',
    () => {
      hydrated = true
      dropLook()
      findPressed()
      replayClick()
    },
    { once: true },
  )
}

// The service worker inserted a ticket or a snapshot into this page: load the app only after that is painted.
{
  /** Sends the calls that a snapshot's page reads; the app takes the answers (`pwa/lib/api/read-batch.ts`). */
  function sendReads({ dataset: { reads } }) {
    if (!reads || !token) return
    const answer = token.then((value) =>
      fetch('/api/application/reads', {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${value}`,
          'content-type': 'application/json',
        },
        body: reads,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    answer.catch(() => {})
    window.earlyReads = { calls: JSON.parse(reads).calls, answer }
  }

  /** Whether the app has rendered the page, without a skeleton. */
  const isDrawn = (root) => root.querySelector('h1') && !root.querySelector('[data-coming]')

  function start(app) {
    const first = document.getElementById('first')
    // The ticket was rendered with an outdated clock correction: remove it.
    if (first && (localStorage.getItem('room.clock') ?? '') !== first.dataset.clock) first.remove()
    const root = document.getElementById('root')
    const watch = new MutationObserver(() => {
      if (!isDrawn(root)) return
      watch.disconnect()
      first?.remove()
    })
    watch.observe(root, { childList: true, subtree: true })
    fetchApp(app)
  }

  /** Loads the style sheets before the script, so that the app never renders unstyled. */
  async function fetchApp({ content }) {
    const sheets = [...content.querySelectorAll('link')]
    const settled = sheets.map(
      (sheet) =>
        new Promise((done) => {
          sheet.onload = sheet.onerror = done
        }),
    )
    document.head.append(...sheets)
    await Promise.all(settled)
    import(content.querySelector('script').getAttribute('src'))
  }

  function startOnceSeen() {
    const app = document.getElementById('app')
    if (!app) return
    sendReads(app)
    if (document.hidden) start(app)
    // Two frames: the callback of the first one runs before the ticket is painted.
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 0, app)))
  }

  // The service worker may still be streaming the ticket.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startOnceSeen)
  else startOnceSeen()
}
