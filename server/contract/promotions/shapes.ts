import * as z from 'zod'
import { moment } from '../shared/form.schema.ts'
import { PRICE } from '../shared/limits.ts'
import { ById, Instant, Yen } from '../shared/shared.schema.ts'
import { TICKET_MAX } from '../tickets/limits.ts'
import { PROMOTION_MAX } from './limits.ts'
import {
  CODE_FROM_WRONG,
  CODE_PER_PERSON_WRONG,
  CODE_SEATS_WRONG,
  CODE_UNTIL_WRONG,
  CODE_WRONG,
  CODES_COUNT_WRONG,
  PERCENT_WRONG,
  YEN_OFF_WRONG,
} from './messages.ts'
import { isPromotionCode, normalCode } from './promotion-code.ts'

const InRoomById = z.object({ roomid: z.string(), id: z.string() })
const OfPromotion = InRoomById.extend({ promotion: z.string() })
const RAW_MAX = 100
/** A code as somebody types it. */
export const TypedCode = z.string().max(RAW_MAX).transform(normalCode)

const whole = (max: number, error: string) => z.int({ error }).min(1, { error }).max(max, { error })

export const PromotionInput = z.object({
  /** The text of a single code; empty: it is made. */
  code: z
    .string()
    .max(RAW_MAX, { error: CODE_WRONG })
    .transform(normalCode)
    .refine((code) => code === '' || isPromotionCode(code), { error: CODE_WRONG }),
  /** Codes to make; each of several is good for one seat. */
  count: whole(PROMOTION_MAX.batch, CODES_COUNT_WRONG),
  percent: whole(100, PERCENT_WRONG).nullable(),
  yen_off: whole(PRICE.max, YEN_OFF_WRONG).nullable(),
  presale: z.boolean(),
  valid_from: moment(CODE_FROM_WRONG).nullable(),
  valid_until: moment(CODE_UNTIL_WRONG).nullable(),
  /** Ids of the ticket's types; empty: all. */
  types: z.array(z.string().max(64)).max(20),
  seats: whole(TICKET_MAX.capacity, CODE_SEATS_WRONG).nullable(),
  per_person: whole(PROMOTION_MAX.perPerson, CODE_PER_PERSON_WRONG).nullable(),
})

const Terms = z.object({
  percent: z.int().nullable(),
  yen_off: Yen.nullable(),
  presale: z.boolean(),
  valid_from: Instant.nullable(),
  valid_until: Instant.nullable(),
  types: z.array(z.string()),
})

/** A code that its reader may use now. */
export const UsableCode = Terms.extend({
  code: z.string(),
  /** Seats that the reader may buy with it; null: no limit. */
  left: z.int().nullable(),
})

/** 招待・割引・先行 of an owner's ticket. */
export const OwnPromotion = Terms.extend({
  id: z.string(),
  /** How many codes it has, and the text if it is one. */
  codes: z.int(),
  code: z.string().nullable(),
  /** Seats for which each code is good; null: no limit. */
  seats: z.int().nullable(),
  per_person: z.int().nullable(),
  stopped: z.boolean(),
  /** Seats for which its codes were used. */
  taken: z.int(),
  can: z.object({ remove: z.boolean() }),
})

export const shapes = {
  listPromotions: { params: InRoomById, output: z.array(OwnPromotion) },
  createPromotion: { params: InRoomById, body: PromotionInput, output: OwnPromotion },
  stopPromotion: { params: OfPromotion, body: z.object({ stopped: z.boolean() }) },
  removePromotion: { params: OfPromotion },
  exportCodes: { params: OfPromotion },
  readCode: { params: ById, body: z.object({ code: TypedCode }), output: UsableCode },
}
