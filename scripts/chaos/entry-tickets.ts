import { DAY_MS } from '#contract/lib/durations.ts'
import type { Engine } from '#server/db/engine.ts'
import { addRow } from '#server/testing/rows.ts'
import { add, type Plan } from './people.ts'
import type { Rng } from './rng.ts'

type Db = Engine['db']

/** The ids of evenings with types begin so. */
export const TYPED = 'hall'
const CODE = 'HARU2026'
/** Per person: of the type that has a limit. */
const STUDENT_LIMIT = 2
const TYPES = [
  [2, 'best'],
  [5, 'plain'],
  [3, 'student'],
] as const
const SEATS = [
  [5, 1],
  [3, 2],
  [2, 3],
] as const
const WITH_CODE = 0.3

/** An evening at a venue in three weeks, whose doors are open, with purchases of up to three seats. */
export async function addEvening(
  db: Db,
  owner: string,
  { id, capacity, resale = false }: { id: string; capacity: number; resale?: boolean },
) {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const times = { opens_at: inDays(-1), starts_at: inDays(20), valid_until: inDays(21) }
  await addRow(db, 'digital_ticket', {
    ...{ id, room_id: `room-${owner}`, amount: 1_980, capacity, konbini_days: 1, max_seats: 3 },
    ...times,
    resale_until: resale ? times.starts_at : null,
  })
}

/**
 * Its types: one with places of its own, one that shares those of the ticket, one with a limit per person. `codeSeats`:
 * a code takes 20% off so many seats.
 */
export async function addTypes(
  db: Db,
  ticket: string,
  { own, codeSeats }: { own: number; codeSeats?: number },
) {
  const created_at = new Date().toISOString()
  const plain = { capacity: null, per_person: null }
  const types = [
    { ...plain, name: 'best', amount: 8_000, capacity: own },
    { ...plain, name: 'plain', amount: 5_000 },
    { ...plain, name: 'student', amount: 3_000, per_person: STUDENT_LIMIT },
  ]
  for (const [position, type] of types.entries())
    await add(db, 'ticket_type', {
      ...{ id: typeId(ticket, type.name), digital_ticket_id: ticket, position, taken: 0 },
      ...{ waiting: 0, listed: 0 },
      ...{ sales_from: null, sales_until: null, member_months: null, note: '', color: 'blue' },
      ...{ closed: 0, created_at },
      ...type,
    })
  if (codeSeats === undefined) return
  const id = `promotion-${ticket}`
  await add(db, 'promotion', {
    ...{ id, digital_ticket_id: ticket, percent: 20, yen_off: null, presale: 0, valid_from: null },
    ...{ valid_until: null, type_ids: '[]', seats: codeSeats, per_person: null, stopped: 0 },
    created_at,
  })
  const code = { id: `code-${ticket}`, promotion_id: id, digital_ticket_id: ticket }
  await add(db, 'promotion_code', { ...code, code: CODE, taken: 0 })
}

export const typeId = (ticket: string, name: string) => `${ticket}-${name}`

/** What a buyer of an evening chooses: seats, mostly their own alone; with types, one of them and perhaps a code. */
export function chooseSeats(rng: Rng, n: number, ticket: string): Partial<Plan> {
  const seats = rng.pick(SEATS, 'seats', n)
  if (!ticket.startsWith(TYPED)) return { seats }
  const type = typeId(ticket, rng.pick(TYPES, 'type', n))
  return { seats, type, ...(rng.chance('code', n) < WITH_CODE && { code: CODE }) }
}
