import sharp from 'sharp'
import { account } from '#contract/account.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf, patiently, type World } from './buyer.ts'

/** Narrow enough to be kept as it is. */
const SIDE = 32
/** A picture that nobody else sends: it is known by how wide it is. */
const widthOf = (n: number, nth: number) => SIDE + 2 * n + nth

/** People who change the picture of their profile, and change it once more, while the server is shot. */
export function openFaces(world: Pick<World, 'url' | 'tokenOf'>, people: string[]) {
  /** How wide each one's picture is by what they were told last. */
  const told = new Map<string, number>()
  const wrong: string[] = []

  async function faceOf(person: string): Promise<number> {
    const { icon_image_path } = await patiently(() => callerOf(world, person)(account.getMe, {}))
    const { pathname } = new URL(icon_image_path!, world.url)
    const bytes = await patiently(async () => {
      const answer = await fetch(world.url + pathname)
      if (!answer.ok) throw new Error(`${answer.status} for ${pathname}`)
      return new Uint8Array(await answer.arrayBuffer())
    }, 3)
    return (await sharp(bytes).metadata()).width
  }

  return {
    told,
    /** The `n`th of them, with the patience of the app or less. */
    async change(n: number, tries?: number) {
      const person = people[n]!
      for (const nth of [0, 1]) {
        const width = widthOf(n, nth)
        const icon = new File([await picture(width, SIDE)], 'a.png', { type: 'image/png' })
        const call = callerOf(world, person)
        await patiently(() => call(account.changeProfile, { body: formOf({ icon }) }), tries)
        told.set(person, width)
      }
    },
    /** Everybody shows what they were told last. */
    async look(): Promise<string[]> {
      for (const [person, width] of told) {
        const shown = await faceOf(person).catch((error: unknown) => error)
        if (shown !== width) wrong.push(`${person} shows ${shown} instead of ${width}`)
      }
      return wrong
    },
  }
}
