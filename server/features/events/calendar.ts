import type { Event } from '#contract/events.ts'

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

interface Facts {
  url: string
  host: string
  /** How often it was changed. */
  changes: number
  updatedAt: string
}

/** An event as calendars take it; taken in again, it replaces what was there. */
export function calendarOf(event: Event, { url, host, changes, updatedAt }: Facts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Room//Event//JA',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@${host}`,
    `SEQUENCE:${changes}`,
    `DTSTAMP:${stamp(updatedAt)}`,
    `DTSTART:${stamp(event.start)}`,
    `DTEND:${stamp(event.end)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped([event.room.title, url].join('\n'))}`,
    `URL:${url}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
