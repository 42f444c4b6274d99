import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Opens a `<dialog>` as a modal for as long as it is mounted. The browser keeps the focus inside and
 * gives it back afterwards; Escape and a press on the backdrop ask `onClose`.
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
    // A page that fades is painted over everything, and would hide what has just opened.
    document.activeViewTransition?.skipTransition()
    modal.showModal()
    // The browser chose the first button; what asks for the focus gets it.
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
    // Text selected out over the edge ends on the backdrop, but did not begin there.
    ({ target }) => target === modal && pressedBackdrop && ask(),
    { signal },
  )
  modal.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== modal) return // a file chooser inside was cancelled
      event.preventDefault()
      ask()
    },
    { signal },
  )
  // Chrome closes on a second Escape whatever the page says.
  modal.addEventListener('close', () => !modal.open && ask(), { signal })
}
