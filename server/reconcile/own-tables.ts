import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import type { Difference, Invariant, Ours } from './facts.ts'

/** The tickets of a product, the seats reserved for orders and people who waited, and the tickets listed for 公式リセール. */
function seatsOf(
  { rights, holds, offers, gathered, listings }: Ours,
  kind: SeatedKind,
  id: string,
) {
  const isOf = (row: { kind: string; subject_id: string }) =>
    row.kind === kind && row.subject_id === id
  return {
    sold: rights.filter((right) => isOf(right) && right.status === 'valid').length,
    held: [...holds, ...offers, ...gathered]
      .filter(isOf)
      .reduce((sum, { seats }) => sum + seats, 0),
    listed: listings.filter(isOf).length,
  }
}

/** The seats of rows, summed by what they are of. */
function summed<T extends { seats: number }>(rows: T[], of: (row: T) => string) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(of(row), (sums.get(of(row)) ?? 0) + row.seats)
  return (id: string) => sums.get(id) ?? 0
}

/** I1 and I7 of ticket types, and I12. */
function* checkTypesAndCodes(ours: Ours): Generator<[Invariant, string, string, Todo]> {
  const typed = (isHeld: boolean) =>
    summed(
      ours.typedSeats.filter(({ held }) => held === isHeld),
      ({ ticket_type_id }) => ticket_type_id,
    )
  const [soldOf, heldOf] = [typed(false), typed(true)]
  for (const { id, capacity, taken } of ours.types) {
    const [sold, held] = [soldOf(id), heldOf(id)]
    const name = `ticket_type ${id}`
    if (capacity !== null && sold > capacity)
      yield ['I1', name, `${sold} tickets for ${capacity} seats`, 'move or refund some']
    if (taken !== sold + held) {
      const counted = `${taken} taken; ${sold} tickets, ${held} held`
      yield ['I7', name, counted, 'count again: the nightly recount does']
    }
  }
  const usesOf = summed(ours.redemptions, ({ code_id }) => code_id)
  for (const { id, taken, limit } of ours.codes) {
    const used = usesOf(id)
    const name = `promotion_code ${id}`
    if (limit !== null && used > limit)
      yield ['I12', name, `${used} uses of ${limit}`, 'stop the code']
    if (taken !== used) {
      const counted = `${taken} uses noted, ${used} uses made`
      yield ['I12', name, counted, 'count again: the nightly recount does']
    }
  }
}

/** I1, I7, I8, I11 and I12: invariants within our own tables. */
export function checkOurselves(ours: Ours): Difference[] {
  const differences: Difference[] = []
  const add = (invariant: Invariant, object: string, ourValue: string, todo: Todo) =>
    differences.push({ invariant, account: '—', object, ours: ourValue, theirs: '—', todo })
  for (const event of ours.events) {
    const { id, capacity, taken, participants } = event
    const { sold, held, listed } = seatsOf(ours, 'event', id)
    if (capacity !== null && sold > capacity)
      add('I1', `event ${id}`, `${sold} tickets for ${capacity} seats`, 'move or refund some')
    if (taken !== sold + held - listed || participants !== sold)
      add(
        'I7',
        `event ${id}`,
        `${taken} taken, ${participants} counted; ${sold} tickets, ${held} held, ${listed} listed`,
        'count again: the nightly recount does',
      )
  }
  for (const { id, capacity, taken } of ours.entries) {
    const { sold, held, listed } = seatsOf(ours, 'digital_ticket', id)
    const companions = ours.companions.filter((seat) => seat.digital_ticket_id === id).length
    if (sold + companions > capacity)
      add(
        'I1',
        `digital_ticket ${id}`,
        `${sold + companions} tickets for ${capacity} seats`,
        'move or refund some',
      )
    if (taken !== sold + companions + held - listed)
      add(
        'I7',
        `digital_ticket ${id}`,
        `${taken} taken; ${sold} tickets, ${companions} companions, ${held} held, ${listed} listed`,
        'count again: the nightly recount does',
      )
  }
  for (const difference of checkTypesAndCodes(ours)) add(...difference)
  for (const { id, works } of ours.notices)
    if (works > 1) add('I8', id, `its work was left ${works} times`, 'find out how')
  for (const damage of ours.damage)
    add('I11', 'database', damage, 'stop; bring back the last backup')
  return differences
}
