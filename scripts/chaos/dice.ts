import { createHash } from 'node:crypto'

/** The same seed and words make the same choice, whatever happened in between. */
export function dice(seed: number) {
  const chance = (...words: (string | number)[]) =>
    createHash('sha256')
      .update([seed, ...words].join(' '))
      .digest()
      .readUInt32BE() /
    2 ** 32
  return {
    chance,
    /** By weight. */
    pick<T>(
      from: readonly (readonly [weight: number, choice: T])[],
      ...words: (string | number)[]
    ) {
      const all = from.reduce((sum, [weight]) => sum + weight, 0)
      let left = chance(...words) * all
      for (const [weight, choice] of from) if ((left -= weight) < 0) return choice
      return from.at(-1)![1]
    },
    shuffle<T>(these: T[], word: string): T[] {
      return these
        .map((one, at) => [chance(word, at), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one)
    },
  }
}
export type Dice = ReturnType<typeof dice>
