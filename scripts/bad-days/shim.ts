import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

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
    /** Notes from now on only what comes. */
    forget: () => rmSync(journal, { force: true }),
    close: () => closeSync(control),
  }
}
export type Shim = ReturnType<typeof openShim>
