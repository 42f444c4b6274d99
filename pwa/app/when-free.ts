/**
 * Whether somebody is in the middle of something that lies over the page: a purchase, a form, a question. Of one that
 * was left by a link nobody says that it closed: what is there is asked, and not what was said.
 */
export const isModalOpen = () => document.querySelector('dialog:modal, [data-beneath]') !== null

/** Now, or once the form or sheet that is open has been closed: nothing is taken away under somebody's fingers. */
export function whenFree(then: () => void) {
  if (!isModalOpen()) return then()
  // One that goes with what it is part of is closed without a word.
  const watcher = new MutationObserver(() => {
    if (isModalOpen()) return
    watcher.disconnect()
    then()
  })
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
}
