// npm run backup -- [folder] [--keep N]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '#server/open.ts'
import { Impossible } from './form.ts'
import { makeBackup } from './make.ts'
import { size, whereThingsAre } from './words.ts'

try {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals.length > 1) throw new Impossible('One folder at most: where backups are to lie.')
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
    throw new Impossible('--keep is how many backups stay: a number from 1 on.')
  const config = whereThingsAre(process.env)
  const shelf = positionals[0] ?? join(config.dataDir, 'backups')
  const made = await makeBackup(config, {
    shelf,
    ...(values.keep !== undefined && { keep: Number(values.keep) }),
  })
  const { tables, files, missing } = made.manifest
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${made.folder}: ${rows} rows, ${files.count} files (${made.fresh} copied), ${size(files.bytes)}`,
  )
  for (const folder of made.forgotten) console.log(`${folder}: forgotten`)
  for (const folder of made.later) console.error(`Dated later than now, and not counted: ${folder}`)
  for (const path of missing) console.error(`Not there, though a row names it: ${path}`)
  if (positionals.length === 0)
    console.error('It lies on the disk that it is to save from: name a folder on another one.')
} catch (error) {
  console.error(`No backup was made: ${reasonOf(error)}`)
  process.exitCode = 1
}
