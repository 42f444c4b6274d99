import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '#server/process/create-deps.ts'
import { checkBackup } from './check.ts'
import { BackupError } from './format.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { size, storageConfig } from './storage-config.ts'

/** Output of a command: `log` for results, `error` for warnings and errors. */
export interface Output {
  log(line: string): void
  error(line: string): void
}
type Command = (args: string[], env: NodeJS.ProcessEnv, output: Output) => Promise<number>

/** `npm run backup -- [folder] [--keep N]`. Returns the exit code. */
export const backupCommand: Command = async (args, env, output) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { keep: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length > 1)
      throw new BackupError('One folder at most: where backups are to lie.')
    if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
      throw new BackupError('--keep is how many backups stay: a number from 1 on.')
    const config = storageConfig(env)
    const shelf = positionals[0] ?? join(config.dataDir, 'backups')
    const backup = await makeBackup(config, {
      shelf,
      ...(values.keep !== undefined && { keep: Number(values.keep) }),
    })
    const { tables, files, missing } = backup.manifest
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    output.log(
      `${backup.folder}: ${rows} rows, ${files.count} files (${backup.fresh} copied), ${size(files.bytes)}`,
    )
    for (const folder of backup.forgotten) output.log(`${folder}: forgotten`)
    for (const folder of backup.later)
      output.error(`Dated later than now, and not counted: ${folder}`)
    for (const path of missing) output.error(`Not there, though a row names it: ${path}`)
    if (positionals.length === 0)
      output.error('The backup is on the same disk as the data: name a folder on another disk.')
    return 0
  } catch (error) {
    output.error(`No backup was made: ${reasonOf(error)}`)
    return 1
  }
}

/** `npm run restore -- <backup> [--into <data folder>] [--drill] [--check]`. Returns the exit code. */
export const restoreCommand: Command = async (args, env, output) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        into: { type: 'string' },
        check: { type: 'boolean', default: false },
        drill: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0)
      throw new BackupError('Name one backup: a folder named by its time.')
    const config = storageConfig({ ...env, ...(values.into && { DATA_DIR: values.into }) })
    const { manifest } = values.check
      ? await checkBackup(folder)
      : await restoreBackup(config, folder, values.drill)
    const { made_at, files } = manifest
    const of = `${folder}, made at ${made_at}, ${files.count} files, ${size(files.bytes)}`
    output.log(values.check ? `${of}: whole` : `${of}: back in ${config.dataDir}`)
    return 0
  } catch (error) {
    output.error(`Nothing was brought back: ${reasonOf(error)}`)
    return 1
  }
}
