import { execFileSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  globSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** The behavior of the disk; `diesAfter` is the number of writes until the process dies. */
export type Mode = 'works' | 'is full' | 'is read-only' | 'cannot sync' | { diesAfter: number }

const ALPHABET = { works: ' ', 'is full': 'F', 'is read-only': 'R', 'cannot sync': 'S' } as const

/**
 * An LD_PRELOAD library between a process and its files in `dataDir`; needs a C compiler. Journals all writes, unless
 * `journal` is false.
 */
export function buildShim(folder: string, dataDir: string, { journal: noted = true } = {}) {
  const library = join(folder, 'shim.so')
  const journal = join(folder, 'journal')
  execFileSync('gcc', [
    ...['-shared', '-fPIC', '-O2', '-o', library],
    join(import.meta.dirname, 'shim.c'),
    '-ldl',
  ])
  // Memory-mapped by the process, so that it sees changes at once.
  const control = openSync(join(folder, 'control'), 'w+')
  ftruncateSync(control, 4_096)

  return {
    journal,
    env: {
      LD_PRELOAD: library,
      SHIM_DIR: `${dataDir}/`,
      SHIM_CONTROL: join(folder, 'control'),
      ...(noted && { SHIM_JOURNAL: journal }),
    },
    set(mode: Mode) {
      const command = Buffer.alloc(16)
      command.write(typeof mode === 'string' ? ALPHABET[mode] : 'K', 'latin1')
      if (typeof mode !== 'string') command.writeBigInt64LE(BigInt(mode.diesAfter), 8)
      // The count before the letter that activates it.
      writeSync(control, command, 8, 8, 8)
      writeSync(control, command, 0, 1, 0)
    },
    /** Kills all processes that use the library, as a power cut does; a killed server leaves its children. */
    async endAll() {
      for (let left = pidsOf(dataDir); left.length > 0; left = pidsOf(dataDir)) {
        for (const pid of left) end(pid)
        await setTimeout(5)
      }
    },
    /** Clears the journal. */
    forget: () => rmSync(journal, { force: true }),
    close: () => closeSync(control),
  }
}
/** The processes with the folder in their environment; that of an ended process cannot be read. */
const pidsOf = (dataDir: string) =>
  globSync('/proc/[0-9]*/environ')
    .filter((file) => wordsIn(file).includes(`SHIM_DIR=${dataDir}/\0`))
    .map((file) => Number(file.split('/')[2]))

function wordsIn(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
export type Shim = ReturnType<typeof buildShim>
