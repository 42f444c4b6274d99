import { MAILS_ASKED, MAILS_TO_ONE } from '#contract/auth/limits.ts'
import { TOO_MANY_MAILS } from '#contract/auth/messages.ts'
import { sharedThrottle } from '#server/http/throttle.ts'
import type { Deps } from '#server/process/deps.ts'

/** Throttles emails that anyone can request to any address. */
export function mailRequests(deps: Pick<Deps, 'clock' | 'bus' | 'config'>) {
  const throttle = sharedThrottle(deps, 'mails asked', MAILS_ASKED)
  const toOne = sharedThrottle(deps, 'mails to one', MAILS_TO_ONE)
  const resets = sharedThrottle(deps, 'resets to one', MAILS_TO_ONE)
  return {
    /**
     * False when the mailbox already has enough valid reset links: further requests neither lock the owner out nor
     * flood the mailbox.
     */
    needsReset(clientAddress: string, email: string): boolean {
      throttle.count(clientAddress, TOO_MANY_MAILS)
      try {
        resets.count(email)
        return true
      } catch {
        return false
      }
    },

    count(clientAddress: string, email: string) {
      throttle.count(clientAddress, TOO_MANY_MAILS)
      toOne.count(email, TOO_MANY_MAILS)
    },
  }
}
export type MailRequests = ReturnType<typeof mailRequests>
