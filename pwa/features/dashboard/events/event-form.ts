import type { OwnEvent } from '#contract/events.ts'
import { formOfChanges, type Said, toWall } from '#pwa/lib/editing/edit-form.ts'
import { plainNumber } from '#pwa/ui/forms/digits.ts'

/** What the form holds: texts, as they are typed. Times are those of a clock on a wall in Japan. */
export interface EventValues {
  title: string
  about: string
  start: string
  end: string
  amount: string
  capacity: string
  sales_end: string
  archive_days: string
  live_talk: string
  auto_start: string
}
const TIMES: (keyof EventValues)[] = ['start', 'end', 'sales_end']
const NEEDED: (keyof EventValues)[] = ['title', 'start', 'end', 'amount', 'capacity']
/** What may be left empty, and emptied again. */
export const OPTIONAL: readonly (keyof EventValues)[] = ['about', 'sales_end', 'archive_days']

const NEW: EventValues = {
  title: '',
  about: '',
  start: '',
  end: '',
  amount: '',
  capacity: '',
  sales_end: '',
  archive_days: '',
  live_talk: '1',
  auto_start: '0',
}

/** An event as the form shows it; what a draft does not say is empty. */
export function savedValues(event: OwnEvent | null): EventValues {
  if (!event) return NEW
  const said = (name: keyof EventValues, value: string) =>
    event.open_fields.includes(name) ? '' : value
  return {
    title: event.title,
    about: event.about,
    start: said('start', toWall(event.start)),
    end: said('end', toWall(event.end)),
    amount: said('amount', String(event.amount)),
    capacity: said('capacity', String(event.capacity)),
    // With the start, unless the owner said otherwise: then it goes where the start goes.
    sales_end: event.sales_end === event.start ? '' : toWall(event.sales_end),
    archive_days: String(event.archive_days),
    live_talk: String(event.live_talk),
    auto_start: String(event.auto_start),
  }
}

export const isComplete = (values: EventValues) => NEEDED.every((name) => values[name] !== '')

/** Numbers as the server reads them. */
export const plainNumbers = (values: EventValues): EventValues => ({
  ...values,
  capacity: plainNumber(values.capacity),
  archive_days: plainNumber(values.archive_days),
})

/** What is sent: what differs from what is saved. */
export const formOf = (said: Said<EventValues>) =>
  formOfChanges({ ...said, values: plainNumbers(said.values) }, TIMES)
