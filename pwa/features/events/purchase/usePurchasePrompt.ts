import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useJoinPrompt } from '#pwa/features/rooms/join/useJoinPrompt.ts'
import { BUY, CHOICE, type Choice, purchasePath } from '#pwa/lib/choice-path.ts'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'

/**
 * Whether the purchase form of this page is open. It opens by itself after a login, a link from an email or a reload.
 * `canBuy`: the visitor is logged in. `choice`: added to `path`.
 */
export function usePurchasePrompt(canBuy: boolean, choice?: Choice) {
  const { open, ask, close } = useJoinPrompt()
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const isCarried = [BUY, ...CHOICE].some((name) => search.has(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form opens once for each way to this page
  useEffect(() => {
    if (isCarried) {
      if (search.has(BUY)) purchaseIntent.set(pathname)
      const rest = new URLSearchParams(search)
      for (const name of [BUY, ...CHOICE]) rest.delete(name)
      setSearch(rest, { replace: true, preventScrollReset: true })
    } else if (canBuy && purchaseIntent.isOf(pathname)) ask()
  }, [isCarried, canBuy, pathname])
  return {
    open,
    /** The path that leads back to the open form. */
    path: purchasePath(pathname, choice),
    ask() {
      purchaseIntent.set(pathname)
      ask()
    },
    close() {
      purchaseIntent.clear()
      close()
    },
  }
}
