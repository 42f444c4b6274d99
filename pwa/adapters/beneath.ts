import css from './beneath.module.css'

/** Marks a dialog that waits beneath somebody else's window: it is open, and nothing else may be laid over the page. */
const MARK = 'data-beneath'

/**
 * While `work` goes on, nothing of ours keeps the rest of the page from being seen and pressed. The provider puts the
 * window of a bank into the page itself, and a modal dialog lies over everything there and makes it inert. What was
 * open stays on the screen, and is modal again afterwards; that it is shown in another way, nobody takes for its end.
 */
export async function beneath<T>(work: () => Promise<T>): Promise<T> {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
  const focused = document.activeElement
  // The one on top first: each gives the focus back to the one below it.
  for (const dialog of dialogs.toReversed()) {
    dialog.setAttribute(MARK, '')
    dialog.classList.add(css.beneath!)
    dialog.close()
  }
  for (const dialog of dialogs) dialog.show()
  try {
    return await work()
  } finally {
    for (const dialog of dialogs) again(dialog)
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  }
}

function again(dialog: HTMLDialogElement) {
  // It may have been left meanwhile, with the page.
  if (dialog.isConnected && dialog.open) {
    dialog.close()
    dialog.showModal()
  }
  dialog.classList.remove(css.beneath!)
  dialog.removeAttribute(MARK)
}
