import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Opens a `<dialog>` as a modal while mounted. The browser traps and restores the focus; Escape and a press on the
 * backdrop call `onClose`.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const ask = useRef(onClose)
  useLayoutEffect(() => {
    ask.current = onClose
  })

  useLayoutEffect(() => {
    const modal = dialog.current
    if (!modal) return
    const listening = new AbortController()
    listen(modal, () => ask.current(), listening.signal)
    // A running view transition is painted above everything, and would hide the dialog.
    document.activeViewTransition?.skipTransition()
    modal.showModal()
    // Overrides the browser's choice of the first button.
    modal.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => {
      listening.abort()
      modal.close()
    }
  }, [])

  return dialog
}

function listen(modal: HTMLDialogElement, ask: () => void, signal: AbortSignal) {
  let pressedBackdrop = false
  modal.addEventListener(
    'pointerdown',
    ({ target }) => {
      pressedBackdrop = target === modal
    },
    { signal },
  )
  modal.addEventListener(
    'click',
    // A text selection that ends on the backdrop has not begun there: only a full press counts.
    ({ target }) => target === modal && pressedBackdrop && ask(),
    { signal },
  )
  modal.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== modal) return // A `cancel` event of a file chooser inside.
      event.preventDefault()
      ask()
    },
    { signal },
  )
  // Chrome closes a dialog on a second Escape without a `cancel` event.
  modal.addEventListener('close', () => !modal.open && ask(), { signal })
}
