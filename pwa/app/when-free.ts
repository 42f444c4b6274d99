/**
 * Whether a modal dialog is open: a purchase, a form, a question. Reads the DOM instead of tracking open and close, as
 * a dialog that is unmounted by a navigation fires no close event.
 */
export const isModalOpen = () => document.querySelector('dialog:modal, [data-non-modal]') !== null

/** Calls `then` at once, or when the open modal dialog is closed. */
export function whenFree(then: () => void) {
  if (!isModalOpen()) return then()
  // An unmounted dialog fires no close event.
  const watcher = new MutationObserver(() => {
    if (isModalOpen()) return
    watcher.disconnect()
    then()
  })
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
}
