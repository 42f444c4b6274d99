import * as z from 'zod'
import { Instant, Paging } from '../shared/shared.schema.ts'
import { SEATS_MAX } from '../tickets/limits.ts'

export const SeatedProduct = z.object({ kind: z.enum(['event', 'digital_ticket']), id: z.string() })

/** The viewer's place in the line for seats of a sold-out event or digital ticket. */
export const Wait = SeatedProduct.extend({
  title: z.string(),
  /** Handle of the room. */
  room: z.string(),
  /** The ticket type that is waited for or held; its name is in the title. Null: of a product without types. */
  type: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `offered`: seats are held for the viewer; `lapsed`: they were, until `until`. */
  state: z.enum(['none', 'waiting', 'offered', 'lapsed']),
  /** From 1; null if the viewer does not wait. */
  place: z.int().nullable(),
  /** How many are waited for, or held. */
  seats: z.int(),
  until: Instant.nullable(),
  /** The seat was won in a lottery. */
  drawn: z.boolean(),
  /** The held seat is one that a holder gave back (公式リセール). */
  resale: z.boolean(),
  can: z.object({ join: z.boolean() }),
})

/** Of a ticket that is sold by types. */
const TypeId = z.string().max(64).optional()

export const shapes = {
  /** `type`: of an entry ticket; whether the viewer can wait for that one. */
  getWait: { params: SeatedProduct, query: z.object({ type: TypeId }), output: Wait },
  joinWait: {
    params: SeatedProduct,
    /** Seats of an entry ticket, with those of companions; 1 unless told otherwise. */
    query: z.object({
      seats: z.coerce.number().int().min(1).max(SEATS_MAX).optional(),
      type: TypeId,
    }),
    output: Wait,
  },
  leaveWait: { params: SeatedProduct },
  listWaits: { query: Paging, output: z.array(Wait) },
}
