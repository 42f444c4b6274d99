import { useEffect, useState } from 'react'
import type { Picture } from '#pwa/lib/editing/edit-form.ts'

/** The URL of a picture, or an object URL of a chosen file. */
export function useChosenPicture(value: Picture): string | null {
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    if (!(value instanceof File)) return
    const url = URL.createObjectURL(value)
    setChosen(url)
    return () => {
      setChosen(null)
      URL.revokeObjectURL(url)
    }
  }, [value])
  return typeof value === 'string' ? value : chosen
}
