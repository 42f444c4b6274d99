// The folder for temporary files of tests.
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const OURS = /^room-tests-(\d+)$/
/** Enough for a clone with its packages, several PostgreSQL clusters and videos; tests need memory, too. */
const ENOUGH = 8 * 1024 ** 3

/**
 * A folder in memory (tmpfs) for the lifetime of this process; null if the machine has none with enough space. Tests
 * create thousands of databases, which sync to disk after every write.
 */
export function memoryFolder() {
  if (!isRoomy()) return null
  for (const name of readdirSync(MEMORY))
    if (isLeft(name)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  const folder = join(MEMORY, `room-tests-${process.pid}`)
  // After an interruption, a process of the run may still write to the folder. The next run deletes the folder.
  const clear = () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {}
  }
  // PostgreSQL runs as another user for root, who must be able to enter.
  mkdirSync(folder, { mode: 0o711 })
  process.once('exit', clear)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return folder
}

/** Programs are executed from there, too. */
function isRoomy() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    const [, available] = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))
    return (
      mount !== undefined &&
      !mount.split(' ')[3].split(',').includes('noexec') &&
      bavail * bsize >= ENOUGH &&
      Number(available) * 1024 >= ENOUGH
    )
  } catch {
    return false
  }
}

/** Whether the folder's process is gone: it was killed and could not clean up. */
function isLeft(name) {
  const pid = OURS.exec(name)?.[1]
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
