export interface Sorting {
  /** Its place. */
  column: number
  descending: boolean
}

type Value = string | number | null

/** Rows in order of a value; those without one stand last either way, and equal ones stay as they were. */
export function sortRows<T>(rows: T[], by: (row: T) => Value, descending: boolean): T[] {
  const way = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return way * compared(one, other)
  })
}

const compared = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'ja')
