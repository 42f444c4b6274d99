import * as z from 'zod'
import { NAME_MAX } from '../auth/limits.ts'
import { PRICE_WRONG } from '../orders/messages.ts'
import { TOKEN_MAX } from '../payments/limits.ts'
import { LINK_NAME, LIST_MAX, LIST_SIZE, PRICE } from './limits.ts'

export const Flag = z.literal([0, 1])
export const Instant = z.iso.datetime()
export const Yen = z.int()
/** A price: zero, or an amount that can be charged. A JSON number, not a text. */
export const Price = z
  .number({ error: PRICE_WRONG })
  .refine((yen) => yen === 0 || (Number.isInteger(yen) && yen >= PRICE.min && yen <= PRICE.max), {
    error: PRICE_WRONG,
  })
/** Path of a media file on this site, or null. */
export const Path = z.string().nullable()

/** A handle as another person types it: `＠Sora ` becomes sora. */
export const TypedName = z
  .string()
  .transform((typed) => typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase())
  .pipe(z.string().min(1).max(NAME_MAX))

export const ById = z.object({ id: z.string() })

/** Pagination of all lists: `?limit&offset`. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_MAX).default(LIST_SIZE),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/** Public data of a user. */
export const Member = z.object({
  name: z.string(),
  display_name: z.string(),
  icon_image_small_path: Path,
  official_flg: Flag,
})

/** People who agreed to be shown; `count`: up to `FACES_COUNTED_MAX`. */
export const ShownPeople = z.object({ count: z.int(), people: z.array(Member) })

/** Public data of a room in its events and tickets. */
export const RoomRef = z.object({
  id: z.string(),
  title: z.string(),
  icon_image_path: Path,
  /** Color of the room's picture, #rrggbb, for tickets. */
  tint: z.string().nullable(),
})

/** One-time card token of the provider's fields. */
export const CardToken = z
  .string()
  .max(TOKEN_MAX)
  .regex(/^(tok|pm)_\w+$/)

/** Payment method (a one-time token, else the main saved card), whether it is kept, and the price that the buyer saw. */
export const PaymentChoice = {
  token: CardToken.optional(),
  amount: Yen.optional(),
  /** Saves the card of the token for later payments. A membership always does. */
  keep_card: z.boolean().optional(),
  /** `konbini`: a payment number for convenience stores, instead of a card. */
  method: z.enum(['card', 'konbini']).optional(),
  /** A minor's guardian agreed to the confirmation that was shown: without it no minor can buy. */
  guardian_consent: z.boolean().optional(),
  /** The name of the seller's link, `?from=`, by which the buyer came. */
  from: z.string().regex(LINK_NAME).optional(),
}

const StoreNumbers = z.object({
  /** As the provider names it, see `KONBINI_STORES`; later ones may follow. */
  store: z.string(),
  payment_code: z.string(),
  confirmation_number: z.string().nullable(),
})
/** What a convenience store asks for, until the deadline. */
export const Voucher = z.object({
  /** That of its order. */
  id: z.string(),
  expires_at: Instant,
  /** The provider's page with the same numbers. */
  url: z.string().nullable(),
  stores: z.array(StoreNumbers),
})

/** A reserved seat and its payment, which the browser confirms on the owner's account. */
export const SeatStarted = z.object({
  paymentIntent: z.object({ id: z.string(), client_secret: z.string() }),
  ownerId: z.string(),
  hold_expires_at: Instant,
  /** Of a payment in a convenience store, which is no matter of the browser. */
  voucher: Voucher.nullable(),
})
