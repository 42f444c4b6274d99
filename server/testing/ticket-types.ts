import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import { formOf } from './form.ts'
import type { Row } from './make.ts'
import type { World } from './world.ts'

/** A ticket type as the owner's form sends it. */
export const typeInput = (fields: Partial<TicketTypeInput> = {}): TicketTypeInput => ({
  name: '一般',
  amount: 0,
  capacity: null,
  sales_from: null,
  sales_until: null,
  per_person: null,
  member_months: null,
  note: '',
  color: 'blue',
  closed: false,
  number_prefix: null,
  ...fields,
})

/** The form that sets these types. */
export const typesForm = (types: Partial<TicketTypeInput>[], fields: Record<string, string> = {}) =>
  formOf({ ...fields, types: JSON.stringify(types.map(typeInput)) })

/** A stored type. */
export async function makeType(
  world: World,
  ticketId: string,
  { id, ...row }: Row<'ticket_type'> & { id: string },
) {
  await world.add('ticket_type', {
    ...{ name: id, amount: 0, capacity: null, taken: 0, position: 0, note: '', color: 'blue' },
    ...{ waiting: 0, listed: 0, closed: 0, created_at: world.clock.now().toISOString() },
    ...row,
    id,
    digital_ticket_id: ticketId,
  })
  return id
}
