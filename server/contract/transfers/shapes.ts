import * as z from 'zod'
import { ById, Instant, Member, Paging, TypedName } from '../shared/shared.schema.ts'
import { DigitalTicket, IssuedTicket, IssuedType } from '../tickets/shapes.ts'

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
    body: z.object({ name: TypedName }),
    output: IssuedTicket,
  },
  withdraw: { params: ById },
  listOffers: { query: Paging, output: z.array(TicketOffer) },
  accept: { params: ById, output: IssuedTicket },
  decline: { params: ById },
}
