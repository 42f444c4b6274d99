// PostgreSQL refuses to run as root, so for root it runs as another user, who may not be able to enter root's home.
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

/** Whether users other than owner and group can enter a folder. */
export function isEnterable(folder) {
  const parent = dirname(folder)
  return (statSync(folder).mode & OTHERS_ENTER) !== 0 && (parent === folder || isEnterable(parent))
}

/** Never runs a folder of that name created by another user: then the copy fails. */
const isOurs = (folder) => existsSync(folder) && statSync(folder).uid === process.getuid()

/**
 * Copies a package to a folder that all users can enter, and replaces it by a link. The original stays beside it, in
 * case temporary files are cleaned up. `within`: a folder that all users can enter.
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
