import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { type EditorInput, formOfChanges, toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { plainNumber } from '#pwa/ui/forms/digits.ts'
import { savedTypes, sentTypes, typeDraftsIn } from './type-drafts.ts'

/** The values of the form: texts, as typed. Times are local times in Japan (`YYYY-MM-DDTHH:MM`). */
export interface TicketValues {
  title: string
  about: string
  venue: string
  opens: string
  start: string
  end: string
  amount: string
  capacity: string
  /** 券種, as `typesText` writes them. */
  types: string
  offer_hours: string
  move_wait_hours: string
  resale_until: string
  konbini_days: string
  max_seats: string
  members_only: string
  no_transfer: string
  named: string
  reentry: string
  number_prefix: string
  number_start: string
  number_skip: string
}

const TIMES: (keyof TicketValues)[] = ['opens', 'start', 'end', 'resale_until']
const NEEDED: (keyof TicketValues)[] = ['title', 'venue', 'start', 'end', 'amount', 'capacity']
/** Fields that may be empty. */
export const OPTIONAL_TICKET_FIELDS: readonly (keyof TicketValues)[] = [
  'about',
  'opens',
  'resale_until',
  'number_prefix',
  'number_skip',
]

const NEW: TicketValues = {
  title: '',
  about: '',
  venue: '',
  opens: '',
  start: '',
  end: '',
  amount: '',
  capacity: '',
  types: '[]',
  offer_hours: String(OFFER_HOURS.usual),
  move_wait_hours: '0',
  resale_until: '',
  konbini_days: '0',
  max_seats: '1',
  members_only: '0',
  no_transfer: '0',
  named: '0',
  reentry: '0',
  number_prefix: '',
  number_start: '1',
  number_skip: '',
}
const flag = (on: boolean) => (on ? '1' : '0')

/** A ticket as form values. */
export function savedTicket(ticket: OwnDigitalTicket | null): TicketValues {
  if (!ticket) return NEW
  const unlessOpen = (name: keyof TicketValues, value: string) =>
    ticket.open_fields.includes(name) ? '' : value
  return {
    title: ticket.title,
    about: ticket.about,
    venue: ticket.venue,
    // Empty means that the doors open with the start, also after the start is changed.
    opens: ticket.opens_at === ticket.starts_at ? '' : toWall(ticket.opens_at),
    start: unlessOpen('start', toWall(ticket.starts_at)),
    end: unlessOpen('end', toWall(ticket.valid_until)),
    amount: unlessOpen('amount', String(ticket.amount)),
    capacity: unlessOpen('capacity', String(ticket.capacity)),
    types: savedTypes(ticket.types),
    offer_hours: String(ticket.offer_hours),
    move_wait_hours: String(ticket.move_wait_hours),
    resale_until: ticket.resale_until ? toWall(ticket.resale_until) : '',
    konbini_days: String(ticket.konbini_days),
    max_seats: String(ticket.max_seats),
    members_only: flag(ticket.members_only),
    no_transfer: flag(ticket.no_transfer),
    named: flag(ticket.named),
    reentry: flag(ticket.reentry),
    number_prefix: ticket.number_prefix,
    number_start: String(ticket.number_start),
    number_skip: skipLabel(ticket.number_skip),
  }
}

/** Formats skipped numbers as `4, 9, 40-49`: consecutive ones as a range. */
export function skipLabel(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
}

/** A ticket with types needs no price of its own. */
export const isTicketComplete = (values: TicketValues) =>
  NEEDED.every(
    (name) => values[name] !== '' || (name === 'amount' && typeDraftsIn(values.types).length > 0),
  )

/** Converts full-width digits and ranges (`４０〜４９`) to numbers that the server parses. */
export function plainTicketNumbers(values: TicketValues): TicketValues {
  return {
    ...values,
    capacity: plainNumber(values.capacity),
    number_start: plainNumber(values.number_start),
    number_skip: values.number_skip.normalize('NFKC').replace(/\s*[~〜ー‐–—−-]\s*/g, '-'),
  }
}

/** The request body: only changed fields. */
export function ticketFormOf(input: EditorInput<TicketValues>) {
  const values = plainTicketNumbers(input.values)
  const form = formOfChanges({ ...input, values }, TIMES)
  if (form.has('types')) form.set('types', sentTypes(values.types))
  // The types have the prices.
  if (typeDraftsIn(values.types).length > 0) form.delete('amount')
  return form
}
