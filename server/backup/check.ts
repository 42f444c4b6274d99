import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, normalize, sep } from 'node:path'
import * as z from 'zod'
import { jsonOf, textsOf } from '#server/db/json.ts'
import { mergedNames, migrations } from '#server/db/migrations/index.ts'
import {
  BackupError,
  type BackupFile,
  backupFileOf,
  FORMAT,
  listOf,
  Manifest,
  manifestOf,
  tableOf,
} from './format.ts'
import { fileHashOf } from './hashed.ts'
import { linesOf } from './lines.ts'
import { listFiles } from './shelf.ts'
import type { Value } from './snapshot.ts'

export interface Backup {
  folder: string
  manifest: Manifest
  files: BackupFile[]
}

/** Verifies all of a backup. Throws an error with a readable message if any part differs from its checksum. */
export async function checkBackup(folder: string): Promise<Backup> {
  const manifest = readManifest(folder)
  const unknown = manifest.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new BackupError(
      `${folder} was made by a newer release (it knows ${unknown[0]}): install that one, and restore with it.`,
    )
  await hold(listOf(folder), manifest.files.sha256)
  const files = [...(await listFiles(folder)).values()]
  for (const [table, { sha256 }] of Object.entries(manifest.tables)) {
    if (!/^\w+$/.test(table)) throw damaged(table)
    await hold(tableOf(folder, table), sha256)
  }
  for (const { path, sha256 } of files) {
    if (isAbsolute(path) || normalize(path).split(sep).includes('..')) throw damaged(path)
    await hold(backupFileOf(folder, path), sha256)
  }
  return { folder, manifest, files }
}

function readManifest(folder: string): Manifest {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new BackupError(`There is no folder ${folder}.`)
  if (!existsSync(manifestOf(folder)))
    throw new BackupError(
      `${folder} is no whole backup: it was cut off, or is something else. Take another; ` +
        'each is a folder named by its time, with a manifest.json.',
    )
  let read: unknown
  try {
    read = JSON.parse(readFileSync(manifestOf(folder), 'utf8'))
  } catch {
    throw damaged(manifestOf(folder))
  }
  const { format } = z.object({ format: z.unknown() }).catch({ format: null }).parse(read)
  if (typeof format === 'number' && format !== FORMAT)
    throw new BackupError(
      `${folder} is a backup of form ${format}, this release reads form ${FORMAT}: restore with the release that made it.`,
    )
  const manifest = Manifest.safeParse(read)
  if (!manifest.success) throw damaged(manifestOf(folder))
  return { ...manifest.data, migrations: mergedNames(manifest.data.migrations) }
}

async function hold(path: string, sha256: string) {
  if ((await fileHashOf(path))?.sha256 !== sha256) throw damaged(path)
}

const damaged = (path: string) =>
  new BackupError(`${path} is not as it was written: this backup is damaged. Take another one.`)

/** A line of a table. Its check takes 6 µs, a fraction of what its insert takes. */
const rowOf = jsonOf(
  z.array(z.union([z.string(), z.number(), z.null()]) satisfies z.ZodType<Value>),
)

/** The rows of a table in batches, as objects keyed by column. */
export async function* readTable(
  folder: string,
  table: string,
  atOnce: (columns: number) => number,
) {
  let columns: string[] | null = null
  let batch: Record<string, Value>[] = []
  for await (const line of linesOf(tableOf(folder, table))) {
    if (columns === null) {
      columns = textsOf(line)
      continue
    }
    const values = rowOf(line)
    batch.push(Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])))
    if (batch.length < atOnce(columns.length)) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
