import type { FileAnswer } from '#server/http/routes.ts'

const FOLD_AT = 75
const stamp = (instant: string) => `${instant.replace(/[-:]/g, '').slice(0, 15)}Z`
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** RFC 5545: lines have at most 75 octets; continuation lines begin with a space, and no character is split. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (octets + size > FOLD_AT) {
      folded += '\r\n '
      octets = 1
    }
    folded += char
    octets += size
  }
  return folded
}

export interface CalendarEntry {
  id: string
  title: string
  start: string
  end: string
  /** Venue. */
  location?: string
  /** Lines of the description. */
  about: string[]
  url: string
  cancelled: boolean
  host: string
  /** Number of changes so far (SEQUENCE). */
  changes: number
  updatedAt: string
}

/** iCalendar text; importing it again replaces the earlier entry. */
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

export const calendarFile = (entry: CalendarEntry, name: string): FileAnswer => ({
  bytes: new TextEncoder().encode(calendarOf(entry)),
  type: 'text/calendar; charset=utf-8',
  name,
})
