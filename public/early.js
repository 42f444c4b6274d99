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
