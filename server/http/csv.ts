const BOM = '\uFEFF'

/** Text that a spreadsheet would run as a formula, possibly malicious (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** CSV by RFC 4180 with a UTF-8 byte order mark for spreadsheets; formulas are neutralized. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  return new TextEncoder().encode(BOM + text)
}

const JST_MS = 9 * 3_600_000

/** An instant in Japanese time for spreadsheets, `YYYY/MM/DD HH:mm`. Empty for null. */
export const momentCell = (instant: string | null) =>
  instant === null
    ? ''
    : new Date(Date.parse(instant) + JST_MS)
        .toISOString()
        .slice(0, 16)
        .replaceAll('-', '/')
        .replace('T', ' ')
