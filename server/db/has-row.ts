/** Rows of a query. Changes that return nothing of their rows answer with a count, also if there were none. */
type Row = object & {
  numInsertedOrUpdatedRows?: never
  numUpdatedRows?: never
  numDeletedRows?: never
}

/** Whether a query finds a row, or changes one. */
export const hasRow = async (query: {
  executeTakeFirst: () => Promise<Row | undefined>
}): Promise<boolean> => (await query.executeTakeFirst()) !== undefined
