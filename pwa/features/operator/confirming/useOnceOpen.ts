import { useState } from 'react'

/** True from the first `true` on. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [once, setOnce] = useState(isOpen)
  if (isOpen && !once) setOnce(true)
  return once || isOpen
}
