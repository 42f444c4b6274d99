import * as z from 'zod'
import { moment } from '../shared/form.schema.ts'
import { ById, Instant } from '../shared/shared.schema.ts'
import { LOTTERY_MAX } from './limits.ts'
import { CONTRIBUTION_WRONG, LOTTERY_CHOICE_NEEDED, LOTTERY_TIME_WRONG } from './messages.ts'

/** What an owner has announced. */
export const LotterySale = z.object({
  opens_at: Instant,
  closes_at: Instant,
  /** The minute of the results. */
  announced_at: Instant,
  /** Until then, what winners leave is offered to the next. */
  ends_at: Instant,
  /** Days in which winners buy. */
  buy_days: z.int(),
  /** People who may apply together. */
  max_group: z.int(),
  /** Members of the room at the close have a double chance. */
  members_first: z.boolean(),
  /** What is left at the end is sold to anybody. */
  then_sold: z.boolean(),
})

export const Lottery = LotterySale.extend({
  /** SHA-256 of the secret that the draw is made of. */
  commitment: z.string(),
  /** SHA-256 of the frozen list; null before the close. */
  list_hash: z.string().nullable(),
  /** Whether the result can be read: the minute has come, and the draw is made. */
  told: z.boolean(),
})

const GroupMember = z.object({ display_name: z.string(), own: z.boolean(), leads: z.boolean() })

export const LotteryApplication = z.object({
  state: z.enum([
    'none',
    'applied',
    /** A seat is held until `until`. */
    'won',
    'bought',
    /** Won, and not bought in time or given up. */
    'lapsed',
    /** Not drawn; it keeps its place in the order until the end. */
    'lost',
  ]),
  /** The public id in the list, and what the viewer's device contributed. */
  public_id: z.string().nullable(),
  contribution: z.string().nullable(),
  /** Ids of ticket types, the favourite first; empty without types. */
  choices: z.array(z.string()),
  /** The people of the group, if it is one. */
  group: z.array(GroupMember),
  /** The token of the group's link, while others may join. */
  invite: z.string().nullable(),
  /** The ticket type that was won. */
  type: z.string().nullable(),
  until: Instant.nullable(),
  /** Display name of the person who invited the viewer; null: the invitation is no longer good. */
  invited_by: z.string().nullable(),
  can: z.object({ apply: z.boolean() }),
})

export const OwnLottery = z.object({
  /** Null: the ticket is sold without one. */
  lottery: Lottery.nullable(),
  /** Whether one may be set, or changed but for the sale of the rest. */
  can: z.object({ set: z.boolean() }),
  counts: z.object({
    people: z.int(),
    /** Groups by their number of people, from 1. */
    groups: z.array(z.int()),
    /** Groups by their first, second and third choice; `type`: null for a ticket without types. */
    choices: z.array(z.object({ type: z.string().nullable(), wanted: z.array(z.int()) })),
    /** People who won, were offered a later seat, have bought, can still buy, or let it lapse; 0 before the results. */
    won: z.int(),
    bought: z.int(),
    open: z.int(),
    lapsed: z.int(),
  }),
})

const time = moment(LOTTERY_TIME_WRONG)
const whole = (max: number, what: string) => {
  const error = `${what}は1〜${max}で選んでください`
  return z.int({ error }).min(1, { error }).max(max, { error })
}
const LotteryInput = z.object({
  opens_at: time,
  closes_at: time,
  announced_at: time,
  ends_at: time,
  buy_days: whole(LOTTERY_MAX.buyDays, '購入の期限の日数'),
  max_group: whole(LOTTERY_MAX.group, 'グループの人数'),
  members_first: z.boolean(),
  then_sold: z.boolean(),
})
export type LotteryInput = z.output<typeof LotteryInput>

const InTicket = z.object({ roomid: z.string(), id: z.string() })

export const shapes = {
  getLottery: { params: InTicket, output: Lottery },
  getDrawList: { params: InTicket },
  getDrawResult: { params: InTicket },
  getApplication: {
    params: ById,
    query: z.object({ invite: z.string().max(64).optional() }),
    output: LotteryApplication,
  },
  apply: {
    params: ById,
    body: z.object({
      choices: z
        .array(z.string().max(64), { error: LOTTERY_CHOICE_NEEDED })
        .max(LOTTERY_MAX.choices, { error: LOTTERY_CHOICE_NEEDED }),
      /** 16 random bytes of the applicant's device, base64url. */
      contribution: z
        .string({ error: CONTRIBUTION_WRONG })
        .regex(/^[\w-]{22}$/, CONTRIBUTION_WRONG),
      /** The token of a group to apply with; its choices are those of its leader. */
      invite: z.string().max(64).optional(),
    }),
    output: LotteryApplication,
  },
  withdrawApplication: { params: ById },
  getOwnLottery: { params: InTicket, output: OwnLottery },
  setLottery: { params: InTicket, body: LotteryInput, output: OwnLottery },
  removeLottery: { params: InTicket },
}
