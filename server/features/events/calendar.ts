import type { FileAnswer } from '#server/http/routes.ts'

const FOLD_AT = 75
const stamp = (instant: string) => `${instant.replace(/[-:]/g, '').slice(0, 15)}Z`
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** RFC 5545: no line is longer than 75 octets; what goes on begins with a space, and no letter is cut. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > FOLD_AT) {
      folded += '\r\n '
      octets = 1
    }
    folded += letter
    octets += size
  }
  return folded
}

export interface CalendarEntry {
  id: string
  title: string
  start: string
  end: string
  /** Where one has to go. */
  location?: string
  /** Lines. */
  about: string[]
  url: string
  cancelled: boolean
  host: string
  /** How often it was changed. */
  changes: number
  updatedAt: string
}

/** As calendars take it; taken in again, it replaces what was there. */
function calendarOf(entry: CalendarEntry): string {
  const { url, host, location } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Room//Event//JA',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.id}@${host}`,
    `SEQUENCE:${entry.changes}`,
    `DTSTAMP:${stamp(entry.updatedAt)}`,
    `DTSTART:${stamp(entry.start)}`,
    `DTEND:${stamp(entry.end)}`,
    `SUMMARY:${escaped(entry.title)}`,
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    `DESCRIPTION:${escaped([...entry.about, url].join('\n'))}`,
    `URL:${url}`,
    `STATUS:${entry.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** The file that holds it. */
export const calendarFile = (entry: CalendarEntry, name: string): FileAnswer => ({
  bytes: new TextEncoder().encode(calendarOf(entry)),
  type: 'text/calendar; charset=utf-8',
  name,
})
