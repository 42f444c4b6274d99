import { useState } from 'react'
import { useUser } from '#pwa/lib/api/session.tsx'
import { formDraft } from '#pwa/lib/forms/form-drafts.ts'

export interface PurchaseDraft<V extends object> {
  values: V
  change: (changed: Partial<V>) => void
  /** Once it is bought. */
  drop: () => void
}

/**
 * What a buyer filled in besides the payment. It is there in the first render after a page that was loaded anew, for example
 * by the bank's check: such a form is not rendered on the server.
 */
export function usePurchaseDraft<V extends object>(
  productId: string,
  initial: V,
): PurchaseDraft<V> {
  const draft = formDraft<V>('purchase', useUser()?.id ?? 'guest', productId)
  const [values, setValues] = useState<V>(() => ({ ...initial, ...draft.read() }))
  return {
    values,
    change(changed: Partial<V>) {
      const next = { ...values, ...changed }
      draft.write(next)
      setValues(next)
    },
    drop: draft.remove,
  }
}
