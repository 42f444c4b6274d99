import * as z from 'zod'
import { LIST_MAX, LIST_SIZE, NAME_MAX, PRICE, TOKEN_MAX } from './limits.ts'
import { PRICE_WRONG } from './messages.ts'

export const Flag = z.literal([0, 1])
export const Instant = z.iso.datetime()
export const Yen = z.int()
/** What somebody may ask for something: nothing, or a sum that can be charged. A number as JSON has it, and no text. */
export const Price = z
  .number({ error: PRICE_WRONG })
  .refine((yen) => yen === 0 || (Number.isInteger(yen) && yen >= PRICE.min && yen <= PRICE.max), {
    error: PRICE_WRONG,
  })
/** Where a picture, sound or film of ours is: a path on this site, or null where there is none. */
export const Path = z.string().nullable()

/** Somebody's name as another types it: `＠Sora ` is sora. */
export const TypedName = z
  .string()
  .transform((typed) => typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase())
  .pipe(z.string().min(1).max(NAME_MAX))

export const ById = z.object({ id: z.string() })

/** `?limit&offset`, as every list takes them. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_MAX).default(LIST_SIZE),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/** A person as others see them. */
export const Member = z.object({
  name: z.string(),
  display_name: z.string(),
  icon_image_small_path: Path,
  official_flg: Flag,
})

/** A room as its events and tickets name it. */
export const RoomRef = z.object({
  id: z.string(),
  title: z.string(),
  icon_image_path: Path,
  /** The colour of its picture, #rrggbb: what tickets of it are tinted with. */
  tint: z.string().nullable(),
})

/** What the provider's fields make of a card; good for one use. */
export const CardToken = z
  .string()
  .max(TOKEN_MAX)
  .regex(/^(tok|pm)_\w+$/)

/** What a buyer pays with, a one-time token or else the main saved card, and the price they were shown. */
export const Payment = {
  token: CardToken.optional(),
  amount: Yen.optional(),
}

/** A place is kept, and its payment waits for the browser to confirm it on the owner's account. */
export const SeatStarted = z.object({
  paymentIntent: z.object({ id: z.string(), client_secret: z.string() }),
  ownerId: z.string(),
  hold_expires_at: Instant,
})
