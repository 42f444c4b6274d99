import { MAILS_ASKED, MAILS_TO_ONE } from '#contract/limits.ts'
import { TOO_MANY_MAILS } from '#contract/messages.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { Clock } from '#server/ports/clock.ts'

/** Counts the mails that anybody may have sent to any address, whoever it belongs to. */
export function mailRequests(clock: Clock, enabled: boolean) {
  const asked = createThrottle(clock, MAILS_ASKED, enabled)
  const toOne = createThrottle(clock, MAILS_TO_ONE, enabled)
  return {
    count(clientAddress: string, email: string) {
      asked.count(clientAddress, TOO_MANY_MAILS)
      toOne.count(email, TOO_MANY_MAILS)
    },
  }
}
export type MailRequests = ReturnType<typeof mailRequests>
