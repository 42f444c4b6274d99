import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import type { Difference, Invariant, Ours } from './facts.ts'

/** I1, I7, I8 and I11: invariants within our own tables. */
export function checkOurselves(ours: Ours): Difference[] {
  const differences: Difference[] = []
  const add = (invariant: Invariant, object: string, ourValue: string, todo: Todo) =>
    differences.push({ invariant, account: '—', object, ours: ourValue, theirs: '—', todo })
  const tickets = ours.rights.filter(({ kind, status }) => kind === 'event' && status === 'valid')
  for (const { id, capacity, taken, participants } of ours.events) {
    const sold = tickets.filter(({ subject_id }) => subject_id === id).length
    const held = [...ours.holds, ...ours.offers].filter(
      ({ kind, subject_id }) => kind === 'event' && subject_id === id,
    ).length
    if (capacity !== null && sold > capacity)
      add('I1', `event ${id}`, `${sold} tickets for ${capacity} seats`, 'move or refund some')
    const listed = ours.listings.filter(
      ({ kind, subject_id }) => kind === 'event' && subject_id === id,
    ).length
    if (taken !== sold + held - listed || participants !== sold)
      add(
        'I7',
        `event ${id}`,
        `${taken} taken, ${participants} counted; ${sold} tickets, ${held} held, ${listed} listed`,
        'count again: the nightly recount does',
      )
  }
  for (const { id, works } of ours.notices)
    if (works > 1) add('I8', id, `its work was left ${works} times`, 'find out how')
  for (const damage of ours.damage)
    add('I11', 'database', damage, 'stop; bring back the last backup')
  return differences
}
