import { createHash } from 'node:crypto'

/** A deterministic random generator: the same seed and words give the same choice, in any order. */
export function createRng(seed: number) {
  const chance = (...keys: (string | number)[]) =>
    createHash('sha256')
      .update([seed, ...keys].join(' '))
      .digest()
      .readUInt32BE() /
    2 ** 32
  return {
    chance,
    /** Weighted choice. */
    pick<T>(from: readonly (readonly [weight: number, choice: T])[], ...keys: (string | number)[]) {
      const all = from.reduce((sum, [weight]) => sum + weight, 0)
      let left = chance(...keys) * all
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
export type Rng = ReturnType<typeof createRng>
