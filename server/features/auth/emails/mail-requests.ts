// Throttles emails that anyone can request to any address.

import { MAILS_ASKED, MAILS_TO_ONE } from '#contract/auth/limits.ts'
import { TOO_MANY_MAILS } from '#contract/auth/messages.ts'
import type { Deps } from '#server/process/deps.ts'

/**
 * False when the mailbox already has enough valid reset links: further requests neither lock the owner out nor
 * flood the mailbox.
 */
export function needsReset(deps: Deps, clientAddress: string, email: string): boolean {
  deps.throttles.shared('mails asked', MAILS_ASKED).count(clientAddress, TOO_MANY_MAILS)
  try {
    deps.throttles.shared('resets to one', MAILS_TO_ONE).count(email)
    return true
  } catch {
    return false
  }
}

export function count(deps: Deps, clientAddress: string, email: string) {
  deps.throttles.shared('mails asked', MAILS_ASKED).count(clientAddress, TOO_MANY_MAILS)
  deps.throttles.shared('mails to one', MAILS_TO_ONE).count(email, TOO_MANY_MAILS)
}
