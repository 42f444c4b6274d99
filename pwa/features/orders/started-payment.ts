import type { Payment } from '#contract/orders/calls.ts'
import { safeSessionStorage } from '#pwa/lib/safe-storage.ts'

/** The provider's reference of a payment that was started for a product, until its result is known. */
export interface StartedPayment {
  ref: () => string | undefined
  keep: (ref: string) => void
  clear: () => void
}

/**
 * In sessionStorage: while the bank asks the card's holder, the page may be left or loaded anew, and the form that opens
 * then finds out the result.
 */
export function startedPayment(kind: Payment['kind'], productId: string): StartedPayment {
  const key = `room.paying.${kind}.${productId}`
  // For a browser that blocks the storage.
  let inMemory: string | undefined
  return {
    ref: () => inMemory ?? safeSessionStorage.read(key) ?? undefined,
    keep(ref) {
      inMemory = ref
      safeSessionStorage.write(key, ref)
    },
    clear() {
      inMemory = undefined
      safeSessionStorage.remove(key)
    },
  }
}
