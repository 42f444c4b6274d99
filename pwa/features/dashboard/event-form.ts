import type { OwnEvent } from '#contract/events.ts'

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
export type Picture = File | string | null

const JST_MS = 9 * 60 * 60_000
const LOCAL_LENGTH = 'YYYY-MM-DDTHH:mm'.length
const TIMES: (keyof EventValues)[] = ['start', 'end', 'sales_end']
const NEEDED: (keyof EventValues)[] = ['title', 'start', 'end', 'amount', 'capacity']

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

export const toWall = (instant: string) =>
  new Date(Date.parse(instant) + JST_MS).toISOString().slice(0, LOCAL_LENGTH)

/** What is no time stays as it was typed: the server says what is wrong with it. */
export function fromWall(wall: string): string {
  const at = Date.parse(`${wall}:00+09:00`)
  return Number.isNaN(at) ? wall : new Date(at).toISOString()
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

/** An edit value is the temporary one where it is set and not empty, else the saved one. */
export function editValues(saved: EventValues, temporary: Partial<EventValues>): EventValues {
  const names = Object.keys(saved) as (keyof EventValues)[]
  return Object.fromEntries(
    names.map((name) => [name, temporary[name] || saved[name]]),
  ) as unknown as EventValues
}

export const isChanged = (saved: EventValues, values: EventValues) =>
  Object.entries(editValues(saved, values)).some(
    ([name, value]) => value !== saved[name as keyof EventValues],
  )

export const isComplete = (values: EventValues) => NEEDED.every((name) => values[name] !== '')

interface Said {
  saved: EventValues
  values: EventValues
  picture: Picture
  hadPicture: boolean
  status: 'draft' | 'published' | null
}

/** What is sent: what differs from what is saved. */
export function formOf({ saved, values, picture, hadPicture, status }: Said): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(editValues(saved, values))) {
    const name = key as keyof EventValues
    if (value !== saved[name]) form.set(name, TIMES.includes(name) ? fromWall(value) : value)
  }
  if (picture instanceof File) form.set('thumbnail_image', picture)
  else if (picture === null && hadPicture) form.set('thumbnail_image', '')
  if (status) form.set('status', status)
  return form
}
