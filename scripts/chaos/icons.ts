import sharp from 'sharp'
import { account } from '#contract/account/calls.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf, type World, withRetry } from './buyer.ts'

/** Small enough to be stored unchanged. */
const SIDE = 32
/** A unique width, by which the picture is recognized. */
const widthOf = (n: number, nth: number) => SIDE + 2 * n + nth

/** Users who change their profile picture twice while the server is killed. */
export function createIcons(world: Pick<World, 'url' | 'tokenOf'>, people: string[]) {
  /** The acknowledged picture width of each user. */
  const acknowledged = new Map<string, number>()
  const problems: string[] = []

  async function iconOf(person: string): Promise<number> {
    const { icon_image_path } = await withRetry(() => callerOf(world, person)(account.getMe, {}))
    const { pathname } = new URL(icon_image_path!, world.url)
    const bytes = await withRetry(async () => {
      const answer = await fetch(world.url + pathname)
      if (!answer.ok) throw new Error(`${answer.status} for ${pathname}`)
      return new Uint8Array(await answer.arrayBuffer())
    }, 3)
    return (await sharp(bytes).metadata()).width
  }

  return {
    acknowledged,
    /** The change of the `n`th user, with the app's retries or fewer. */
    async change(n: number, maxAttempts?: number) {
      const person = people[n]!
      for (const nth of [0, 1]) {
        const width = widthOf(n, nth)
        const icon = new File([await picture(width, SIDE)], 'a.png', { type: 'image/png' })
        const call = callerOf(world, person)
        await withRetry(() => call(account.changeProfile, { body: formOf({ icon }) }), maxAttempts)
        acknowledged.set(person, width)
      }
    },
    /** Each user's picture is the last acknowledged one. */
    async look(): Promise<string[]> {
      for (const [person, width] of acknowledged) {
        const shown = await iconOf(person).catch((error: unknown) => error)
        if (shown !== width) problems.push(`${person} shows ${shown} instead of ${width}`)
      }
      return problems
    },
  }
}
