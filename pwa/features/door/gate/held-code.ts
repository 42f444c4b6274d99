/** A code counts as the same scan until the camera has seen none for this long. */
const SAME_MS = 4_000
/** The same after an undone or failed entry, while the holder waits: the code is scanned again after this long. */
const AWAY_MS = 2_000
/** Upper bound without any picture: after a phone slept for this long, the same code is scanned again. */
const LONGEST_MS = 60_000

/**
 * The code that is held before the camera. It has gone since the first picture without it, not since the last one with
 * it: while a busy phone looks at no picture, the code may still be there.
 */
export class HeldCode {
  #what = ''
  #readAt = 0
  #goneAt: number | null = null
  #awayMs = SAME_MS

  /** Whether the code of this picture is the same scan as the one before; `at`: in milliseconds, as everywhere here. */
  isSame(what: string, at: number): boolean {
    const isAway = this.#goneAt !== null && at - this.#goneAt >= this.#awayMs
    const isSame = what === this.#what && !isAway && at - this.#readAt < LONGEST_MS
    this.#what = what
    this.#readAt = at
    this.#goneAt = null
    if (!isSame) this.#awayMs = SAME_MS
    return isSame
  }

  /** A picture had no code. */
  miss(at: number): void {
    this.#goneAt ??= at
  }

  /** The holder of this code waits, or of any code: it is scanned again soon. */
  retry(what = this.#what): void {
    if (what === this.#what) this.#awayMs = AWAY_MS
  }

  forget(): void {
    this.#what = ''
  }
}
