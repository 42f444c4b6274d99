import { codeInFragment } from '#contract/promotions/promotion-code.ts'
import { safeLocalStorage } from '#pwa/lib/safe-storage.ts'

const keyOf = (ticketId: string) => `room.code.${ticketId}`

/**
 * The code with which somebody came to a ticket's page, or that they typed there. It survives a sign-up, whose email opens
 * another tab; to another device the fragment of the page's link brings it (`choicePath`). It never stands in an address
 * that is sent to the server.
 */
export const keptCode = {
  /** `hash`: of the page's address. */
  take(ticketId: string, hash: string): string | null {
    const code = codeInFragment(hash)
    if (code !== null) keptCode.keep(ticketId, code)
    return code ?? safeLocalStorage.read(keyOf(ticketId))
  },
  keep: (ticketId: string, code: string) => safeLocalStorage.write(keyOf(ticketId), code),
  clear: (ticketId: string) => safeLocalStorage.remove(keyOf(ticketId)),
}
