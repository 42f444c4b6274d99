import { useEffect, useState } from 'react'

/** The URL to preview a chosen file; a stored one has its own. */
export function useAddress(value: Blob | string | null): string | null {
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    if (!(value instanceof Blob)) return
    const url = URL.createObjectURL(value)
    setChosen(url)
    return () => {
      setChosen(null)
      URL.revokeObjectURL(url)
    }
  }, [value])
  return typeof value === 'string' ? value : chosen
}
