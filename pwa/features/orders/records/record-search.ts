/** The filters of a list of books, from the URL's query. Empty ones are omitted. */
export interface RecordSearch {
  q?: string
  from?: string
  to?: string
  min?: number
  max?: number
}

export const RECORD_FIELDS = ['q', 'from', 'to', 'min', 'max'] as const
export type RecordValues = Record<(typeof RECORD_FIELDS)[number], string>

const DAY = /^\d{4}-\d\d-\d\d$/
const SUM = /^\d{1,8}$/

/** The filters from the form. Invalid days and sums are omitted. */
export function recordValues(params: URLSearchParams): RecordValues {
  const valid = (name: string, pattern: RegExp) => {
    const value = params.get(name) ?? ''
    return pattern.test(value) ? value : ''
  }
  return {
    q: params.get('q') ?? '',
    from: valid('from', DAY),
    to: valid('to', DAY),
    min: valid('min', SUM),
    max: valid('max', SUM),
  }
}

export function recordSearch({ q, from, to, min, max }: RecordValues): RecordSearch {
  return {
    ...(q && { q }),
    ...(from && { from }),
    ...(to && { to }),
    ...(min && { min: Number(min) }),
    ...(max && { max: Number(max) }),
  }
}
