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

/** What the disk does; `diesAfter` is the number of writes until the process dies. */
export type Mode = 'works' | 'is full' | 'is read-only' | 'cannot sync' | { diesAfter: number }

const LETTERS = { works: ' ', 'is full': 'F', 'is read-only': 'R', 'cannot sync': 'S' } as const

/**
 * A library that stands between a process and what it keeps below `dataDir`; needs a C compiler. It notes what is written,
 * unless it is told that nobody will read it.
 */
export function openShim(folder: string, dataDir: string, { journal: noted = true } = {}) {
  const library = join(folder, 'shim.so')
  const journal = join(folder, 'journal')
  execFileSync('gcc', [
    ...['-shared', '-fPIC', '-O2', '-o', library],
    join(import.meta.dirname, 'shim.c'),
    '-ldl',
  ])
  // The process has it in its memory: what is written here is seen there at once.
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
      const told = Buffer.alloc(16)
      told.write(typeof mode === 'string' ? LETTERS[mode] : 'K', 'latin1')
      if (typeof mode !== 'string') told.writeBigInt64LE(BigInt(mode.diesAfter), 8)
      // The count first: the letter is what it is obeyed by.
      writeSync(control, told, 8, 8, 8)
      writeSync(control, told, 0, 1, 0)
    },
    /** Ends all that runs behind it, as a power cut does: a killed server leaves what it has started. */
    async endAll() {
      for (let left = behind(dataDir); left.length > 0; left = behind(dataDir)) {
        for (const pid of left) end(pid)
        await setTimeout(5)
      }
    },
    /** Notes from now on only what comes. */
    forget: () => rmSync(journal, { force: true }),
    close: () => closeSync(control),
  }
}
/** Whose surroundings name the folder; of one that is over nothing can be read. */
const behind = (dataDir: string) =>
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
export type Shim = ReturnType<typeof openShim>
