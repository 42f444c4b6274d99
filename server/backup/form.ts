import { join } from 'node:path'
import * as z from 'zod'

/** Raised when a backup of today cannot be read by the code of then. */
export const FORMAT = 1

/**
 * A backup is a folder: what the tables held as lines of JSON, the same for both kinds of database; below `data` the
 * files as they lay in the data folder; a list of them; and this page about it all, which is written last.
 */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** The steps that its tables had been through. */
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sha256: z.string() })),
  files: z.object({ count: z.number().int(), bytes: z.number(), sha256: z.string() }),
  /** What the tables name and was not there to be copied. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** A line of the list of files. `path` is below `data`. */
export const Listed = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() })
export type Listed = z.output<typeof Listed>

export const manifestOf = (backup: string) => join(backup, 'manifest.json')
export const listOf = (backup: string) => join(backup, 'files.jsonl')
export const tableOf = (backup: string, table: string) => join(backup, 'tables', `${table}.jsonl`)
export const fileOf = (backup: string, path: string) => join(backup, 'data', path)

/** What is searched is made anew from its texts: each engine keeps it in its own way. */
export const SEARCH = 'search_text'

/** Names sort by when they were made, and are good on every disk. */
export const nameOf = (at: Date) => at.toISOString().replaceAll(':', '-').replace('.', '-')
export const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** What whoever called can mend: they need its words, not where in our code it was noticed. */
export class Impossible extends Error {}
