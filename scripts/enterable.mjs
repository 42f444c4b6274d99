// PostgreSQL refuses to run as root, so for root it runs as another user: who may not enter a home of root, for example.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const OTHERS_ENTER = 0o001

/** Whether users who are neither its owner nor of its group get into a folder. */
export function isEnterable(folder) {
  const parent = dirname(folder)
  return (statSync(folder).mode & OTHERS_ENTER) !== 0 && (parent === folder || isEnterable(parent))
}

/** What somebody else has put there under that name is run by nobody: it stands in the way, and the copy fails. */
const isOurs = (folder) => existsSync(folder) && statSync(folder).uid === process.getuid()

/**
 * Puts a package's files where everybody gets in, and a link in their place; they stay beside it, for the day on which a
 * machine has tidied up. `within`: a folder that everybody may enter.
 */
export function makeEnterable(folder, within = tmpdir()) {
  if (isEnterable(dirname(folder))) return
  const own = `${folder}.own`
  if (!lstatSync(folder).isSymbolicLink()) renameSync(folder, own)
  const { name, version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  const copy = join(within, `room${name.replace(/\W+/g, '-')}-${version}`)
  if (!isOurs(copy)) {
    const part = `${copy}.${process.pid}`
    mkdirSync(part, { mode: 0o755 })
    cpSync(own, part, { recursive: true, verbatimSymlinks: true })
    renameSync(part, copy)
  }
  rmSync(folder, { force: true })
  symlinkSync(copy, folder)
}
