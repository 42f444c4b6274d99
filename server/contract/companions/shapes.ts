import * as z from 'zod'
import { Member } from '../shared/shared.schema.ts'
import { DigitalTicket, EntrantInput } from '../tickets/ticket.schema.ts'

/** What the link of a companion's seat offers. */
export const CompanionInvitation = z.object({
  from: Member,
  /** The name of the ticket's type; null: none. */
  type: z.string().nullable(),
  /** `used`: somebody accepted it, or entered with it; `ended`: the purchase, or the event. */
  state: z.enum(['open', 'used', 'ended']),
  ticket: DigitalTicket,
})

const OfSeat = z.object({ id: z.string(), seat: z.string() })
const Secret = z.string().regex(/^[\w-]{43}$/)

export const shapes = {
  linkCompanion: { params: OfSeat, output: z.object({ url: z.string() }) },
  unlinkCompanion: { params: OfSeat },
  readCompanionLink: { body: z.object({ secret: Secret }), output: CompanionInvitation },
  acceptCompanion: {
    /** A named ticket needs name and contact of who enters. */
    body: EntrantInput.extend({ secret: Secret }),
    /** `id`: of the issued ticket. */
    output: z.object({ id: z.string() }),
  },
}
