import { join } from 'node:path'
import * as z from 'zod'

/** Version of the backup format; increased when older code could not read a new backup. */
export const FORMAT = 1

/**
 * A backup is a folder: the tables as JSON lines, the same for both database engines; the files of the data folder
 * below `data`; a list of them; and this manifest, which is written last.
 */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** Migrations applied to its tables. */
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sha256: z.string() })),
  files: z.object({ count: z.number().int(), bytes: z.number(), sha256: z.string() }),
  /** Files that rows name and that were missing. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** A line of the file list. `path` is relative to `data`. */
export const BackupFile = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() })
export type BackupFile = z.output<typeof BackupFile>

export const manifestOf = (backup: string) => join(backup, 'manifest.json')
export const listOf = (backup: string) => join(backup, 'files.jsonl')
export const tableOf = (backup: string, table: string) => join(backup, 'tables', `${table}.jsonl`)
export const backupFileOf = (backup: string, path: string) => join(backup, 'data', path)

/** Texts from which the search index is rebuilt: its form depends on the engine. */
export const SEARCH = 'search_text'

/** Sorts by date, and is a valid file name everywhere. */
export const backupNameOf = (at: Date) => at.toISOString().replaceAll(':', '-').replace('.', '-')
export const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** An error that the caller can fix: printed as a message, without a stack trace. */
export class BackupError extends Error {}
