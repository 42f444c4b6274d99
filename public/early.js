// A button that is pressed before the app has come to life would do nothing: it is pressed again once it has.
{
  let pressed = null
  const note = ({ target }) => {
    pressed = target.closest('button') ?? pressed
  }
  const replay = async () => {
    // The app comes to life in a view transition, and hears nothing until the page is changed.
    await document.activeViewTransition?.updateCallbackDone
    removeEventListener('click', note, true)
    if (pressed?.isConnected) setTimeout(() => pressed.click())
  }
  addEventListener('click', note, true)
  addEventListener('alive', replay, { once: true })
}
