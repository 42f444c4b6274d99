import { MAILS_ASKED, MAILS_TO_ONE } from '#contract/limits.ts'
import { TOO_MANY_MAILS } from '#contract/messages.ts'
import { sharedThrottle } from '#server/http/throttle.ts'
import type { Deps } from '#server/process/deps.ts'

/** Counts the mails that anybody may have sent to any address, whoever it belongs to. */
export function mailRequests(deps: Pick<Deps, 'clock' | 'bus' | 'config'>) {
  const asked = sharedThrottle(deps, 'mails asked', MAILS_ASKED)
  const toOne = sharedThrottle(deps, 'mails to one', MAILS_TO_ONE)
  const resets = sharedThrottle(deps, 'resets to one', MAILS_TO_ONE)
  return {
    /**
     * False where enough mails with a way back in lie in that mailbox, good for as long as they are counted: whoever asks
     * for more of them keeps nobody out, and fills no mailbox.
     */
    needsReset(clientAddress: string, email: string): boolean {
      asked.count(clientAddress, TOO_MANY_MAILS)
      try {
        resets.count(email)
        return true
      } catch {
        return false
      }
    },

    count(clientAddress: string, email: string) {
      asked.count(clientAddress, TOO_MANY_MAILS)
      toOne.count(email, TOO_MANY_MAILS)
    },
  }
}
export type MailRequests = ReturnType<typeof mailRequests>
