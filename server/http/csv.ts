const BOM = '\uFEFF'

/** What a spreadsheet would take for a formula: its words may be somebody's who means harm (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as RFC 4180 has it, which spreadsheets open as UTF-8 and calculate nothing of. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  return new TextEncoder().encode(BOM + text)
}

const JST_MS = 9 * 3_600_000

/** An instant as the lists on our pages show it and spreadsheets read it: Japan's time, `YYYY/MM/DD HH:mm`. Empty for none. */
export const momentCell = (instant: string | null) =>
  instant === null
    ? ''
    : new Date(Date.parse(instant) + JST_MS)
        .toISOString()
        .slice(0, 16)
        .replaceAll('-', '/')
        .replace('T', ' ')
