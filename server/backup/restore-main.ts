// npm run restore -- <backup> [--into <data folder>] [--drill] [--check]
import { parseArgs } from 'node:util'
import { reasonOf } from '#server/open.ts'
import { checkBackup } from './check.ts'
import { Impossible } from './form.ts'
import { restoreBackup } from './restore.ts'
import { size, whereThingsAre } from './words.ts'

try {
  const { values, positionals } = parseArgs({
    options: {
      into: { type: 'string' },
      check: { type: 'boolean', default: false },
      drill: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0)
    throw new Impossible('Name one backup: a folder named by its time.')
  const config = whereThingsAre({ ...process.env, ...(values.into && { DATA_DIR: values.into }) })
  const { manifest } = values.check
    ? await checkBackup(folder)
    : await restoreBackup(config, folder, values.drill)
  const { made_at, files } = manifest
  const of = `${folder}, made at ${made_at}, ${files.count} files, ${size(files.bytes)}`
  console.log(values.check ? `${of}: whole` : `${of}: back in ${config.dataDir}`)
} catch (error) {
  console.error(`Nothing was brought back: ${reasonOf(error)}`)
  process.exitCode = 1
}
