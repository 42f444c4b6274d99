// Lists of books by the day of the transaction: a page, or a table of all that is found.

import {
  everyRow,
  type Placed,
  type SortedPaging,
  type SortedWindow,
  sortedPage,
} from '#server/db/keyset.ts'
import { type Column, csvFile } from '#server/http/answers/csv.ts'
import type { Page } from '#server/http/answers/reply.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import type { RecordFilter } from './record-filter.ts'

export type DayWindow = SortedWindow<'day'>
export type DatedSearch = RecordFilter & SortedPaging<'day'> & { format: 'json' | 'csv' }

interface Records<R extends Placed, T> {
  list: (search: RecordFilter, window: DayWindow) => Promise<R[]>
  present: (row: R) => T
  /** The file's name, without its type. */
  name: string
  columns: readonly Column<T>[]
}

const NEWEST = '-day'

export async function showRecords<R extends Placed, T>(
  { format, limit, offset, sort, after, ...search }: DatedSearch,
  { list, present, name, columns }: Records<R, T>,
): Promise<Page<T> | FileAnswer> {
  const find = (window: DayWindow) => list(search, window)
  if (format === 'csv')
    return csvFile(name, presented(everyRow(sort ?? NEWEST, find), present), columns)
  const found = await sortedPage(NEWEST, { limit, offset, sort, after }, find)
  return { ...found, items: found.items.map(present) }
}

async function* presented<R, T>(rows: AsyncIterable<R>, present: (row: R) => T) {
  for await (const row of rows) yield present(row)
}
