// What is pressed while the app hears nothing is pressed again once it does: before it has come to life, and at the
// start of each view transition, when React takes no events until the page is changed.
{
  let alive = false
  let pressed = null
  const change = () => document.activeViewTransition?.updateCallbackDone

  /** Whether that change was still to come a moment ago. */
  async function isAhead(changed) {
    let done = false
    changed.then(() => {
      done = true
    })
    await null
    await null
    return !done
  }

  async function pressAgain() {
    await change()
    const button = pressed
    pressed = null
    if (button?.isConnected) setTimeout(() => button.click())
  }

  addEventListener(
    'click',
    async ({ target }) => {
      const button = target.closest('button')
      if (!alive) {
        pressed = button ?? pressed
        return
      }
      const changed = change()
      // What sends a form is seen to below.
      if (!button || !changed || (button.form && button.type === 'submit')) return
      if (!(await isAhead(changed))) return
      pressed = button
      await pressAgain()
    },
    true,
  )
  // The app was alive enough for this one.
  addEventListener('heard', () => {
    pressed = null
  })
  // Left to the browser, a form would be sent as an address, with what was typed in it.
  addEventListener('submit', async (event) => {
    const changed = change()
    if (event.defaultPrevented || !alive || !changed) return
    event.preventDefault()
    await changed
    setTimeout(() => event.target.requestSubmit(event.submitter))
  })
  // A picture that cannot be had is only its place: no browser draws its broken one (see base.css).
  const mark = (image, broken) => image.toggleAttribute('data-broken', broken)
  const loadAgain = (image) => {
    image.src = image.src
  }
  // A request of the moment in which the network comes back fails after `online`: it is sent once more.
  const BACK_MS = 5_000
  const AGAIN_MS = 1_000
  let backAt = Number.NEGATIVE_INFINITY
  // On the document: no `load` but its own ever comes to the window.
  for (const type of ['error', 'load'])
    document.addEventListener(
      type,
      ({ target }) => {
        if (!(target instanceof HTMLImageElement)) return
        mark(target, type === 'error')
        const isBack = performance.now() - backAt < BACK_MS
        if (type === 'error' && isBack) setTimeout(loadAgain, AGAIN_MS, target)
      },
      true,
    )
  // Those that failed before anybody listened.
  for (const image of document.images)
    if (image.complete && image.currentSrc && image.naturalWidth === 0) mark(image, true)
  addEventListener('online', () => {
    backAt = performance.now()
    for (const image of document.querySelectorAll('img[data-broken]')) loadAgain(image)
  })
  // Comes before anybody could ask; the app has a card of its own for it.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
  addEventListener(
    'alive',
    () => {
      alive = true
      pressAgain()
    },
    { once: true },
  )
}

// The service worker wrote a ticket into this page: it is seen first, and then the app is fetched.
{
  /** What the app shows is the page itself, and nothing that is still coming. */
  const isDrawn = (root) => root.querySelector('h1') && !root.querySelector('[data-coming]')

  function start(app) {
    const first = document.getElementById('first')
    // Drawn by another clock than the app's, as far as that knows this phone's to be wrong.
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

  /** How it looks comes before it: what it draws is shown as soon as it stands there. */
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
    if (document.hidden) start(app)
    // The frame after the first: until then the first is still being drawn.
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 0, app)))
  }

  // The ticket may still be on its way.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startOnceSeen)
  else startOnceSeen()
}
