import { defined } from '#contract/lib/defined.ts'
import css from './dialog-stacking.module.css'

/** Marks a dialog that is temporarily non-modal while the provider's window is open above it. */
const MARK = 'data-non-modal'

/**
 * Makes the open modal dialogs non-modal while `work` runs: the provider inserts the bank's window (3-D Secure) into
 * the page itself, where a modal dialog would cover it and make it inert. The dialogs stay visible, become modal
 * again afterwards, and report no close.
 */
export async function withoutModals<T>(work: () => Promise<T>): Promise<T> {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
  const focused = document.activeElement
  // Topmost first: closing a dialog returns the focus to the one below it.
  for (const dialog of dialogs.toReversed()) {
    dialog.setAttribute(MARK, '')
    dialog.classList.add(defined(css.nonModal, 'a class'))
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
  // A navigation may have unmounted or closed the dialog meanwhile.
  if (dialog.isConnected && dialog.open) {
    dialog.close()
    dialog.showModal()
  }
  dialog.classList.remove(defined(css.nonModal, 'a class'))
  dialog.removeAttribute(MARK)
}
