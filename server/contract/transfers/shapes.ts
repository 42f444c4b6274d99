import * as z from 'zod'
import { CODE_MAX } from '../door/code.ts'
import { ById, Instant, Member, Paging, TypedName } from '../shared/shared.schema.ts'
import { DigitalTicket, IssuedTicket, IssuedType } from '../tickets/ticket.schema.ts'

/** A ticket that is offered to the viewer. */
export const TicketOffer = z.object({
  /** Id of the issued ticket. */
  id: z.string(),
  number: z.string(),
  from: Member,
  offered_at: Instant,
  /** Null: of a ticket without types. */
  type: IssuedType.nullable(),
  ticket: DigitalTicket,
})

export const shapes = {
  offer: {
    params: ById,
    /** `code`: as the phone shows it now; needed of a ticket with a waiting time, which another phone may not give away. */
    body: z.object({ name: TypedName, code: z.string().max(CODE_MAX).optional() }),
    output: IssuedTicket,
  },
  withdraw: { params: ById },
  listOffers: { query: Paging, output: z.array(TicketOffer) },
  accept: { params: ById, output: IssuedTicket },
  decline: { params: ById },
}
