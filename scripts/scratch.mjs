// Where tests put what they throw away again.
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const OURS = /^room-tests-(\d+)$/
/** A fresh clone with its packages, a few PostgreSQL clusters and films lie there at once, and the tests need memory too. */
const ENOUGH = 8 * 1024 ** 3

/**
 * A folder held in memory for as long as this process lives, where the machine has one with room enough; else null.
 * Tests open thousands of databases, each of which waits for the disk after every word, as it must in real life.
 */
export function memoryFolder() {
  if (!isRoomy()) return null
  for (const name of readdirSync(MEMORY))
    if (isLeft(name)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  const folder = join(MEMORY, `room-tests-${process.pid}`)
  const clear = () => rmSync(folder, { recursive: true, force: true })
  // PostgreSQL of a machine's owner runs as somebody else, who has to pass.
  mkdirSync(folder, { mode: 0o711 })
  process.once('exit', clear)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return folder
}

/** Programs are run from there as well. */
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

/** Whose process is no more: it was killed, and could not clear up. */
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
