import type { OwnEvent } from '#contract/events/calls.ts'
import { joinTags } from '#contract/shared/tags.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { type EditorInput, formOfChanges, toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { plainNumber } from '#pwa/ui/forms/digits.ts'

/** The values of the form: texts, as typed. Times are local times in Japan (`YYYY-MM-DDTHH:MM`). */
export interface EventValues {
  title: string
  about: string
  tags: string
  start: string
  end: string
  amount: string
  live_amount: string
  capacity: string
  offer_hours: string
  resale_until: string
  konbini_days: string
  sales_end: string
  archive_days: string
  live_talk: string
  auto_start: string
}
const TIMES: (keyof EventValues)[] = ['start', 'end', 'sales_end', 'resale_until']
const NEEDED: (keyof EventValues)[] = ['title', 'start', 'end', 'amount', 'capacity']
/** Fields that may be empty. */
export const OPTIONAL_EVENT_FIELDS: readonly (keyof EventValues)[] = [
  'about',
  'tags',
  'sales_end',
  'resale_until',
  'archive_days',
  'live_amount',
]

const NEW: EventValues = {
  title: '',
  about: '',
  tags: '',
  start: '',
  end: '',
  amount: '',
  live_amount: '',
  capacity: '',
  offer_hours: String(OFFER_HOURS.usual),
  resale_until: '',
  konbini_days: '0',
  sales_end: '',
  archive_days: '',
  live_talk: '1',
  auto_start: '0',
}

/** An event as form values; missing fields of a draft are empty. */
export function savedValues(event: OwnEvent | null): EventValues {
  if (!event) return NEW
  const unlessOpen = (name: keyof EventValues, value: string) =>
    event.open_fields.includes(name) ? '' : value
  return {
    title: event.title,
    about: event.about,
    tags: joinTags(event.tags),
    start: unlessOpen('start', toWall(event.start)),
    end: unlessOpen('end', toWall(event.end)),
    amount: unlessOpen('amount', String(event.amount)),
    live_amount: event.live_amount === null ? '' : String(event.live_amount),
    capacity: unlessOpen('capacity', String(event.capacity)),
    offer_hours: String(event.offer_hours),
    resale_until: event.resale_until ? toWall(event.resale_until) : '',
    konbini_days: String(event.konbini_days),
    // Empty means that sales end with the start, also after the start is changed.
    sales_end: event.sales_end === event.start ? '' : toWall(event.sales_end),
    archive_days: String(event.archive_days),
    live_talk: String(event.live_talk),
    auto_start: String(event.auto_start),
  }
}

export const isEventFormComplete = (values: EventValues) =>
  NEEDED.every((name) => values[name] !== '')

/** Converts full-width digits to the numbers that the server parses. */
export const plainEventNumbers = (values: EventValues): EventValues => ({
  ...values,
  capacity: plainNumber(values.capacity),
  archive_days: plainNumber(values.archive_days),
})

/** The request body: only changed fields. */
export const formOf = (input: EditorInput<EventValues>) =>
  formOfChanges({ ...input, values: plainEventNumbers(input.values) }, TIMES)
