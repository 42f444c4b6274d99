import * as z from 'zod'
import { Instant, Yen } from '../shared/shared.schema.ts'
import { SeatedProduct } from '../waitlist/shapes.ts'

/** The viewer's ticket for an event or of a digital ticket, and its 公式リセール. */
export const Resale = SeatedProduct.extend({
  /** `sold`: another person has bought it, and the money goes back. `unsold`: nobody did, it stays the viewer's. */
  state: z.enum(['none', 'listed', 'sold', 'unsold']),
  /** The price paid, which goes back; null: the viewer paid nothing. */
  amount: Yen.nullable(),
  /** Until when it can be listed and is sold; null: never. */
  until: Instant.nullable(),
  /** Why it cannot be listed; null: it can, or it is. */
  why: z.string().nullable(),
  can: z.object({ list: z.boolean(), withdraw: z.boolean() }),
})

export const shapes = {
  getResale: { params: SeatedProduct, output: Resale },
  listForResale: { params: SeatedProduct, output: Resale },
  withdrawResale: { params: SeatedProduct },
}
