import { useState } from 'react'
import { setFlags } from '#pwa/lib/flags.ts'

/** Whether the join prompt is open. */
export function useJoinPrompt() {
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    setFlags({ modal_open: next })
  }
  return { open, ask: () => show(true), close: () => show(false) }
}
