import type { OwnDigitalTicket } from '#contract/tickets.ts'
import { formOfChanges, type Said, toWall } from '#pwa/lib/editing/edit-form.ts'
import { plainNumber } from '#pwa/ui/forms/digits.ts'

/** What the form holds: texts, as they are typed. Times are those of a clock on a wall in Japan. */
export interface TicketValues {
  title: string
  about: string
  venue: string
  opens: string
  start: string
  end: string
  amount: string
  capacity: string
  members_only: string
  no_transfer: string
  reentry: string
  number_prefix: string
  number_start: string
  number_skip: string
}

const TIMES: (keyof TicketValues)[] = ['opens', 'start', 'end']
const NEEDED: (keyof TicketValues)[] = ['title', 'venue', 'start', 'end', 'amount', 'capacity']
/** What may be left empty, and emptied again. */
export const OPTIONAL: readonly (keyof TicketValues)[] = [
  'about',
  'opens',
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
  members_only: '0',
  no_transfer: '0',
  reentry: '0',
  number_prefix: '',
  number_start: '1',
  number_skip: '',
}
const flag = (on: boolean) => (on ? '1' : '0')

/** A ticket as the form shows it. */
export function savedTicket(ticket: OwnDigitalTicket | null): TicketValues {
  if (!ticket) return NEW
  const said = (name: keyof TicketValues, value: string) =>
    ticket.open_fields.includes(name) ? '' : value
  return {
    title: ticket.title,
    about: ticket.about,
    venue: ticket.venue,
    // With the start, unless the owner said otherwise: then it goes where the start goes.
    opens: ticket.opens_at === ticket.starts_at ? '' : toWall(ticket.opens_at),
    start: said('start', toWall(ticket.starts_at)),
    end: said('end', toWall(ticket.valid_until)),
    amount: said('amount', String(ticket.amount)),
    capacity: said('capacity', String(ticket.capacity)),
    members_only: flag(ticket.members_only),
    no_transfer: flag(ticket.no_transfer),
    reentry: flag(ticket.reentry),
    number_prefix: ticket.number_prefix,
    number_start: String(ticket.number_start),
    number_skip: skipWords(ticket.number_skip),
  }
}

/** `4, 9, 40-49`: numbers that follow one another in one piece. */
export function skipWords(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
}

export const isWholeTicket = (values: TicketValues) => NEEDED.every((name) => values[name] !== '')

/** Numbers as the server reads them; `４０〜４９` too. */
export function plainNumbers(values: TicketValues): TicketValues {
  return {
    ...values,
    capacity: plainNumber(values.capacity),
    number_start: plainNumber(values.number_start),
    number_skip: values.number_skip.normalize('NFKC').replace(/\s*[~〜ー‐–—−-]\s*/g, '-'),
  }
}

/** What is sent: what differs from what is saved. */
export const ticketFormOf = (said: Said<TicketValues>) =>
  formOfChanges({ ...said, values: plainNumbers(said.values) }, TIMES)
