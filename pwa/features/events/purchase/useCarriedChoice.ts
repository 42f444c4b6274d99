import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { safeSessionStorage } from '#pwa/lib/safe-storage.ts'

const keyOf = (productId: string) => `room.type.${productId}`

/** The type or kind that was chosen of a product. It survives a login, also on another device, and a reload. */
export function useCarriedChoice(productId: string) {
  const [chosen, setChosen] = useState<string | null>(null)
  const carried = useSearchParams()[0].get('type')
  // Not in the first render, which must be that of the server.
  useEffect(() => {
    if (carried) safeSessionStorage.write(keyOf(productId), carried)
    setChosen(safeSessionStorage.read(keyOf(productId)))
  }, [productId, carried])
  return {
    chosen,
    choose(choice: string) {
      safeSessionStorage.write(keyOf(productId), choice)
      setChosen(choice)
    },
  }
}
