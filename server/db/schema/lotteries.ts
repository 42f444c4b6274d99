import type { Code, Flag, Id, Instant, Json, Secret } from './types.ts'

/** 抽選販売 of an entry ticket: what its owner announced, and how far its draw is. */
export interface Lottery {
  digital_ticket_id: Id
  opens_at: Instant
  closes_at: Instant
  /** The minute of the results. */
  announced_at: Instant
  /** Until then, what winners leave goes to the next. */
  ends_at: Instant
  buy_days: number
  max_group: number
  members_first: Flag
  then_sold: Flag
  /** Hexadecimal; told with the results. */
  secret: Secret
  commitment: Secret
  /** Null: the list is not frozen yet. */
  list_hash: Secret | null
  /** When the winners' seats were taken. */
  drawn_at: Instant | null
  /** When nothing more was to be done: its end, or that of its ticket. */
  over_at: Instant | null
  /** The free places when nobody of the order fitted: there is nothing to do until they change. Null: not known. */
  passed_places: Code | null
  created_at: Instant
}

/** The texts of a draw, which are published and never change: public ids and what devices contributed. */
export interface DrawText {
  digital_ticket_id: Id
  list: Json
  result: Json | null
}

/** People who win or lose together; most are one. The first of them leads. */
export interface LotteryGroup {
  id: Id
  digital_ticket_id: Id
  /** Token of the link by which others join. */
  invite: Secret
  /** Ids of ticket types, the favourite first; empty without types. */
  choices: Json
  /** When seats were offered to them. */
  won_at: Instant | null
  /** The ticket type that they won; null: none, or the ticket has none. */
  ticket_type_id: Id | null
  created_at: Instant
}

export interface Application {
  /** Random: the person's pseudonym in the published list. */
  public_id: Code
  digital_ticket_id: Id
  group_id: Id
  /** Order of the group's people; the first leads. */
  position: number
  /** Null: they have deleted their account since the list was frozen. */
  user_id: Id | null
  /** Random, of the applicant's device. */
  contribution: Code
  created_at: Instant
}
