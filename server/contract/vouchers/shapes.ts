import * as z from 'zod'
import { ById, Instant, Paging, Path, Voucher, Yen } from '../shared/shared.schema.ts'

/** A payment number of the viewer. */
export const OwnVoucher = Voucher.extend({
  /** `ended`: it has expired, was cancelled, or what it paid was refunded. */
  state: z.enum(['open', 'paid', 'ended']),
  product: z.object({
    kind: z.enum(['event', 'digital_ticket']),
    id: z.string(),
    /** Handle of the room. */
    room: z.string(),
    title: z.string(),
    start: Instant,
    /** Null: of a stream. */
    venue: z.string().nullable(),
  }),
  image_path: Path,
  amount: Yen,
})

export const shapes = {
  listVouchers: { query: Paging, output: z.array(OwnVoucher) },
  getVoucher: { params: ById, output: OwnVoucher },
  cancelVoucher: { params: ById },
}
