import * as z from 'zod'
import { Instant, Paging } from '../shared/shared.schema.ts'

export const SeatedProduct = z.object({ kind: z.enum(['event', 'digital_ticket']), id: z.string() })

/** The viewer's place in the line for a seat of a sold-out event or digital ticket. */
export const Wait = SeatedProduct.extend({
  title: z.string(),
  /** Handle of the room. */
  room: z.string(),
  /** `offered`: a seat is held for the viewer; `lapsed`: one was, until `until`. */
  state: z.enum(['none', 'waiting', 'offered', 'lapsed']),
  /** From 1; null if the viewer does not wait. */
  place: z.int().nullable(),
  until: Instant.nullable(),
  /** The seat was won in a lottery. */
  drawn: z.boolean(),
  can: z.object({ join: z.boolean() }),
})

export const shapes = {
  getWait: { params: SeatedProduct, output: Wait },
  joinWait: { params: SeatedProduct, output: Wait },
  leaveWait: { params: SeatedProduct },
  listWaits: { query: Paging, output: z.array(Wait) },
}
