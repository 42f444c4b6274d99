import * as z from 'zod'
import { SEARCH_MAX } from '../shared/limits.ts'
import { Paging } from '../shared/shared.schema.ts'
import { INTEGER_MAX, sortable } from '../shared/sort.schema.ts'

/** The day after it is a date, too. */
const Day = z.iso.date().refine((day) => /^2[0-8]/.test(day))
const Sum = z.coerce.number().int().min(0).max(INTEGER_MAX)

/**
 * Search of books by day, sum and person (電子帳簿保存法): days of the transaction in Japan, both included; `q`: a part of a
 * name, or a number.
 */
export const RecordQuery = Paging.extend({
  from: Day.optional(),
  to: Day.optional(),
  min: Sum.optional(),
  max: Sum.optional(),
  q: z.string().trim().max(SEARCH_MAX).optional(),
  format: z.enum(['json', 'csv']).default('json'),
})

/** `RecordQuery` of a list by the day of the transaction; newest first. */
export const DatedQuery = RecordQuery.extend(sortable(['day']))
